import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { driftQuery } from '../../api/operator-queries.ts'
import { compact } from '../../lib/search.ts'
import { SelectField } from '../../ui/field.tsx'
import { Card, Failure } from '../../ui/page.tsx'
import { Stat } from '../../ui/values.tsx'

const SPANS = [
  { value: '1', label: 'Last hour' },
  { value: '6', label: 'Last 6 hours' },
  { value: '24', label: 'Last day' },
] as const

/** Whether what was charged and what was recorded are the same calls. */
export function DriftCard(): ReactNode {
  const { hours = '1' } = useSearch({ from: '/console/operator/operator' })
  const navigate = useNavigate({ from: '/operator' })
  const drift = useQuery({ ...driftQuery(Number(hours)), staleTime: 60_000, placeholderData: previous => previous })
  const shown = (count: number | undefined) => count?.toLocaleString('en-US')
  return (
    <Card
      title="Drift"
      text="Charged calls beside usage records. What is on its way is missing for a moment; the rest is mended by the reconciler."
      actions={
        <SelectField
          label="Compared"
          isLabelHidden
          value={hours}
          options={SPANS}
          onChange={value =>
            void navigate({
              search: previous => compact({ ...previous, hours: SPANS.find(each => each.value === value)?.value }),
            })
          }
        />
      }
    >
      {drift.error !== null ? (
        <Failure error={drift.error} retry={() => void drift.refetch()} />
      ) : (
        <dl className="stats">
          <Stat label="Charged calls" value={shown(drift.data?.capturedCalls)} />
          <Stat
            label="Without a record"
            value={shown(drift.data?.missingRecords)}
            isBad={(drift.data?.missingRecords ?? 0) > 0}
            note={(drift.data?.missingRecords ?? 0) > 0 ? 'rebuilt by the next reconciliation' : 'none is missing'}
          />
          <Stat
            label="Records too many"
            value={shown(drift.data?.surplusRecords)}
            isBad={(drift.data?.surplusRecords ?? 0) > 0}
            note={(drift.data?.surplusRecords ?? 0) > 0 ? 'of calls that were given back' : 'none'}
          />
        </dl>
      )}
    </Card>
  )
}
