import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { TrendingUp } from 'lucide-react'
import { lazy, type ReactNode } from 'react'
import { ownAppsQuery, type PublisherUsageSum, publisherUsageQuery } from '../../api/publisher-queries.ts'
import { amountOf, byLargest, microsOf } from '../../lib/money.ts'
import { compact } from '../../lib/search.ts'
import { daysAgo, shownDay } from '../../lib/time.ts'
import { ChartCard, SPAN_DEFAULT, SpanField } from '../../ui/chart-card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { SelectField } from '../../ui/field.tsx'
import { LongTable } from '../../ui/long-table.tsx'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Money, Stat } from '../../ui/values.tsx'
import { MEASURES, type Measure } from './measures.ts'

const RevenueChart = lazy(() => import('./revenue-chart.tsx'))

const REFRESH_MS = 15_000

/** What buyers paid for which app, and how many they were, day by day. */
export function RevenuePage(): ReactNode {
  const { days = SPAN_DEFAULT, app, of = 'charged' } = useSearch({ from: '/console/publish/revenue' })
  const now = useNow(300_000)
  const from = daysAgo(Number(days) - 1, now)
  const byDay = useQuery({
    ...publisherUsageQuery(compact({ by: 'day' as const, from, app })),
    refetchInterval: REFRESH_MS,
  })
  const byApp = useQuery({ ...publisherUsageQuery({ by: 'app', from }), refetchInterval: REFRESH_MS })
  const items = byDay.data?.items
  const chosen = byApp.data?.items.filter(({ group }) => app === undefined || group.endsWith(`/${app}`))
  return (
    <Page title="Revenue" text="What buyers paid for calls of your apps, before fees. Days are UTC.">
      <Filters days={days} app={app} of={of} />
      <Totals sums={chosen} isMissing={byApp.isError} />
      <ChartCard
        title={MEASURES.find(each => each.of === of)?.title ?? ''}
        query={byDay}
        count={items?.length}
        empty={
          <Empty
            icon={TrendingUp}
            title="No call was answered in these days"
            text="The first one appears here within seconds."
            actions={
              <Link className="button" to="/publish">
                Your apps
              </Link>
            }
          />
        }
      >
        <RevenueChart items={items ?? []} of={of} from={from} days={Number(days)} />
      </ChartCard>
      {byApp.data !== undefined && byApp.data.items.length > 0 && app === undefined && (
        <Card title="By app" isPadded={false}>
          <LongTable
            label="Revenue by app"
            columns={columnsFor('App')}
            rows={sorted(byApp.data.items)}
            order="largest first"
            idOf={groupOf}
            empty={null}
          />
        </Card>
      )}
      {app !== undefined && <ByTool app={app} from={from} />}
      {items !== undefined && items.length > 0 && (
        <Card title="By day" isPadded={false}>
          <DataTable
            label="Revenue by day"
            columns={columnsFor('Day')}
            rows={items.toReversed()}
            idOf={groupOf}
            isCompact
            empty={null}
          />
        </Card>
      )}
    </Page>
  )
}

/** Which tools of an app are called, or which models. */
function ByTool({ app, from }: { readonly app: string; readonly from: string }): ReactNode {
  const sums = useQuery({ ...publisherUsageQuery({ by: 'tool', app, from }), refetchInterval: REFRESH_MS })
  if (sums.data?.items.length === 0) return null
  return (
    <Card title="By tool" isPadded={false}>
      <LongTable
        key={app}
        label="Revenue by tool"
        columns={columnsFor('Tool')}
        rows={sums.data && sorted(sums.data.items)}
        order="largest first"
        idOf={groupOf}
        error={sums.error}
        retry={() => void sums.refetch()}
        empty={null}
      />
    </Card>
  )
}

interface FilterProps {
  readonly days: string
  readonly app: string | undefined
  readonly of: Measure
}

function Filters({ days, app, of }: FilterProps): ReactNode {
  const navigate = useNavigate({ from: '/publish/revenue' })
  const apps = useQuery(ownAppsQuery({ pageSize: 200 }))
  const names = [...new Set([...(apps.data?.items.map(({ name }) => name) ?? []), ...(app === undefined ? [] : [app])])]
  return (
    <search className="filters" aria-label="What is shown">
      <SelectField
        label="Show"
        value={of}
        options={MEASURES.map(({ of: value, label }) => ({ value, label }))}
        onChange={value =>
          void navigate({
            search: previous => compact({ ...previous, of: MEASURES.find(each => each.of === value)?.of }),
          })
        }
      />
      <SelectField
        label="App"
        isWide
        value={app ?? ''}
        options={[{ value: '', label: 'All' }, ...names.map(value => ({ value, label: value }))]}
        onChange={value => void navigate({ search: previous => compact({ ...previous, app: value }) })}
      />
      <SpanField
        days={days}
        onChange={value => void navigate({ search: previous => compact({ ...previous, days: value }) })}
      />
    </search>
  )
}

interface TotalsProps {
  readonly sums: readonly PublisherUsageSum[] | undefined
  readonly isMissing: boolean
}

function Totals({ sums, isMissing }: TotalsProps): ReactNode {
  const charged = sums?.reduce((sum, each) => sum + microsOf(each.charged), 0n)
  const calls = sums?.reduce((sum, each) => sum + each.calls, 0)
  const buyers = sums?.reduce((sum, each) => sum + each.buyers, 0)
  return (
    <dl className="stats">
      <Stat
        label="Paid by buyers"
        value={charged === undefined ? undefined : <Money amount={amountOf(charged)} />}
        isMissing={isMissing}
      />
      <Stat label="Answered calls" value={calls?.toLocaleString('en-US')} note="free ones too" isMissing={isMissing} />
      <Stat
        label="Buyers who called"
        value={buyers?.toLocaleString('en-US')}
        note={sums !== undefined && sums.length > 1 ? 'added up over apps' : undefined}
        isMissing={isMissing}
      />
    </dl>
  )
}

const groupOf = ({ group }: PublisherUsageSum) => group

const sorted = (items: readonly PublisherUsageSum[]) => items.toSorted((a, b) => byLargest(a.charged, b.charged))

const count = (value: number) => <span className="number">{value.toLocaleString('en-US')}</span>

/** The app of a tool stands above the list. */
const shownGroup = (of: 'App' | 'Day' | 'Tool', group: string) =>
  of === 'Day' ? shownDay(group) : of === 'Tool' ? group.slice(group.indexOf('#') + 1) : group

const columnsFor = (of: 'App' | 'Day' | 'Tool'): readonly Column<PublisherUsageSum>[] => [
  {
    id: 'group',
    label: of,
    cell: ({ group }) => <span className="break">{shownGroup(of, group)}</span>,
  },
  { id: 'buyers', label: 'Buyers', isNumber: true, cell: ({ buyers }) => count(buyers) },
  { id: 'calls', label: 'Calls', isNumber: true, cell: ({ calls }) => count(calls) },
  { id: 'charged', label: 'Paid', isNumber: true, cell: ({ charged }) => <Money amount={charged} /> },
]
