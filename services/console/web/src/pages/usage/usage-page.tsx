import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ChartColumn } from 'lucide-react'
import { lazy, type ReactNode, useMemo } from 'react'
import { type ApiKey, keysQuery, type UsageSum, usageQuery } from '../../api/queries.ts'
import { idEnd } from '../../lib/ids.ts'
import { amountOf, byLargest, microsOf } from '../../lib/money.ts'
import { compact } from '../../lib/search.ts'
import { daysAgo, shownDay } from '../../lib/time.ts'
import { ChartCard, SPAN_DEFAULT, SpanField } from '../../ui/chart-card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { DownloadButton } from '../../ui/download.tsx'
import { SelectField } from '../../ui/field.tsx'
import { LongTable } from '../../ui/long-table.tsx'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Money, Stat } from '../../ui/values.tsx'
import { GROUPINGS, type Grouping } from './usage-search.ts'

const UsageChart = lazy(() => import('./usage-chart.tsx'))

/** What was spent on what. */
export function UsagePage(): ReactNode {
  const { by = 'day', days = SPAN_DEFAULT } = useSearch({ from: '/console/usage' })
  const now = useNow(300_000)
  const from = daysAgo(Number(days) - 1, now)
  const usage = useQuery(usageQuery({ by, from }))
  const named = useNamed(by, usage.data?.items)
  const csv = `/api/v1/usage?${new URLSearchParams({ by, from }).toString()}`
  return (
    <Page
      title="Usage"
      text="Charged calls, as your wallet paid for them. Days are UTC."
      actions={<DownloadButton href={csv} accept="text/csv" fileName={`usage-by-${by}.csv`} label="CSV" />}
    >
      <UsageFilters by={by} days={days} />
      <UsageTotals items={usage.data?.items} isMissing={usage.isError} />
      <ChartCard
        title={`By ${by}`}
        query={usage}
        count={named?.length}
        empty={
          <Empty
            icon={ChartColumn}
            title="Nothing was charged in these days"
            text="Free calls are counted by the meters of your purchases."
            actions={
              <>
                <Link className="button" to="/purchases">
                  See the meters
                </Link>
                <Link className="button primary" to="/playground">
                  Make a call
                </Link>
              </>
            }
          />
        }
      >
        <UsageChart by={by} items={named ?? []} from={from} days={Number(days)} />
      </ChartCard>
      {named !== undefined && named.length > 0 && <UsageTable by={by} items={named} />}
    </Page>
  )
}

function UsageFilters({ by, days }: { readonly by: Grouping; readonly days: string }): ReactNode {
  const navigate = useNavigate({ from: '/usage' })
  return (
    <search className="filters" aria-label="What is summed up">
      <SelectField
        label="By"
        value={by}
        options={GROUPINGS.map(({ by: value, label }) => ({ value, label }))}
        onChange={value =>
          void navigate({
            search: previous => compact({ ...previous, by: GROUPINGS.find(each => each.by === value)?.by }),
          })
        }
      />
      <SpanField
        days={days}
        onChange={value => void navigate({ search: previous => compact({ ...previous, days: value }) })}
      />
    </search>
  )
}

interface UsageTotalsProps {
  readonly items: readonly UsageSum[] | undefined
  readonly isMissing: boolean
}

function UsageTotals({ items, isMissing }: UsageTotalsProps): ReactNode {
  const charged = items?.reduce((sum, each) => sum + microsOf(each.charged), 0n)
  const calls = items?.reduce((sum, each) => sum + each.calls, 0)
  const tokens = items?.reduce((sum, each) => sum + each.tokens, 0)
  return (
    <dl className="stats">
      <Stat
        label="Spent"
        value={charged === undefined ? undefined : <Money amount={amountOf(charged)} />}
        isMissing={isMissing}
      />
      <Stat label="Charged calls" value={calls?.toLocaleString('en-US')} isMissing={isMissing} />
      <Stat label="Tokens" value={tokens?.toLocaleString('en-US')} note="of chats" isMissing={isMissing} />
    </dl>
  )
}

/** Keys are known by their names, not their ids; days in the order that they came in. */
function useNamed(by: Grouping, items: readonly UsageSum[] | undefined): readonly UsageSum[] | undefined {
  const keys = useQuery({ ...keysQuery({ pageSize: 200 }), enabled: by === 'key', meta: { isStill: true } })
  if (items === undefined) return undefined
  if (by === 'day') return [...items].sort((a, b) => a.group.localeCompare(b.group))
  const sorted = items.toSorted((a, b) => byLargest(a.charged, b.charged))
  if (by !== 'key') return sorted
  return sorted.map(sum => ({ ...sum, group: keyName(keys.data?.items, sum.group) }))
}

function keyName(keys: readonly ApiKey[] | undefined, id: string): string {
  return keys?.find(each => each.id === id)?.name ?? idEnd(id)
}

const usageColumns = (by: Grouping): readonly Column<UsageSum>[] => [
  {
    id: 'group',
    label: GROUPINGS.find(each => each.by === by)?.label ?? by,
    cell: ({ group }) => <span className="break">{by === 'day' ? shownDay(group) : group}</span>,
  },
  { id: 'calls', label: 'Charged calls', isNumber: true, cell: ({ calls }) => calls.toLocaleString('en-US') },
  {
    id: 'tokens',
    label: 'Tokens',
    isNumber: true,
    cell: ({ tokens }) => (tokens === 0 ? <span className="muted">–</span> : tokens.toLocaleString('en-US')),
  },
  { id: 'charged', label: 'Spent', isNumber: true, cell: ({ charged }) => <Money amount={charged} /> },
]

function UsageTable({ by, items }: { readonly by: Grouping; readonly items: readonly UsageSum[] }): ReactNode {
  const rows = by === 'day' ? items.toReversed() : items
  const columns = useMemo(() => usageColumns(by), [by])
  return (
    <Card title="In figures" isPadded={false}>
      <LongTable
        key={by}
        label={`Usage by ${by}`}
        columns={columns}
        rows={rows}
        order={by === 'day' ? 'newest first' : 'largest first'}
        idOf={({ group }) => group}
        isCompact={by === 'day'}
        empty={null}
      />
    </Card>
  )
}
