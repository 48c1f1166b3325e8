import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Timer } from 'lucide-react'
import type { ReactNode } from 'react'
import { type StageTime, stagesQuery } from '../../api/operator-queries.ts'
import { compact } from '../../lib/search.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Card, Empty } from '../../ui/page.tsx'

/** A minute more or less says little about a day. */
const REFRESH_MS = { '5': 5_000, '60': 15_000, '1440': 60_000 } as const

const SPANS = [
  { value: '5', label: 'Last 5 minutes' },
  { value: '60', label: 'Last hour' },
  { value: '1440', label: 'Last day' },
] as const

const shownMs = (ms: number) => (
  <span className="number nowrap">
    {`${ms.toLocaleString('en-US', { maximumFractionDigits: ms < 10 ? 2 : 0 })} ms`}
  </span>
)

const columns: readonly Column<StageTime>[] = [
  {
    id: 'name',
    label: 'Stage',
    cell: ({ name }) => (name === 'total' ? <strong>whole call</strong> : name.replaceAll('_', ' ')),
  },
  {
    id: 'calls',
    label: 'Calls',
    isNumber: true,
    cell: ({ calls }) => <span className="number">{calls.toLocaleString('en-US')}</span>,
  },
  { id: 'p50', label: 'p50', isNumber: true, cell: ({ p50Ms }) => shownMs(p50Ms) },
  { id: 'p95', label: 'p95', isNumber: true, cell: ({ p95Ms }) => shownMs(p95Ms) },
  { id: 'p99', label: 'p99', isNumber: true, cell: ({ p99Ms }) => shownMs(p99Ms) },
]

/** How long each stage of the newest charged calls took. */
export function StagesCard(): ReactNode {
  const { minutes = '60' } = useSearch({ from: '/console/operator/operator' })
  const navigate = useNavigate({ from: '/operator' })
  const stages = useQuery({
    ...stagesQuery(Number(minutes)),
    refetchInterval: REFRESH_MS[minutes],
    placeholderData: previous => previous,
  })
  const calls = stages.data?.calls
  return (
    <Card
      title="Latency by stage"
      text={
        calls === undefined || calls === 0
          ? 'Of charged calls.'
          : `Of the newest ${calls.toLocaleString('en-US')} charged calls.`
      }
      isPadded={false}
      actions={
        <SelectField
          label="Time"
          isLabelHidden
          value={minutes}
          options={SPANS}
          onChange={value =>
            void navigate({
              search: previous => compact({ ...previous, minutes: SPANS.find(each => each.value === value)?.value }),
            })
          }
        />
      }
    >
      <DataTable
        label="Latency by stage"
        columns={columns}
        rows={stages.data?.items}
        idOf={({ name }) => name}
        error={stages.error}
        retry={() => void stages.refetch()}
        isCompact
        empty={<Empty icon={Timer} title="No charged call in this time" text="Choose a longer one." />}
      />
    </Card>
  )
}
