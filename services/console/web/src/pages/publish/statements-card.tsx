import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { publisherStatementQuery, publisherStatementsQuery, type Statement } from '../../api/publisher-queries.ts'
import { byLargest, sizeOf } from '../../lib/money.ts'
import { compact } from '../../lib/search.ts'
import { shownMonth } from '../../lib/time.ts'
import type { Column } from '../../ui/data-table.tsx'
import { DownloadButton } from '../../ui/download.tsx'
import { SelectField } from '../../ui/field.tsx'
import { LongTable } from '../../ui/long-table.tsx'
import { Card, Empty, Failure } from '../../ui/page.tsx'
import { Badge, Money, Skeleton } from '../../ui/values.tsx'

const KINDS: Readonly<Record<string, string>> = {
  capture: 'Calls',
  fee: 'Fees of the gateway',
  correction: 'Given back to buyers',
  payout: 'Payouts',
  payout_returned: 'Payouts that came back',
}

/** Months of what the publisher is owed, each to look at and to keep. */
export function StatementsCard(): ReactNode {
  const { month } = useSearch({ from: '/console/publish/payouts' })
  const navigate = useNavigate({ from: '/publish/payouts' })
  const months = useQuery(publisherStatementsQuery)
  const items = months.data?.items
  const chosen = month ?? items?.[0]?.month
  return (
    <Card
      title="Statements"
      text="They add up from the journal. A month that is closed never changes."
      isPadded={false}
      actions={
        items !== undefined &&
        chosen !== undefined && (
          <>
            <SelectField
              label="Month"
              isLabelHidden
              value={chosen}
              options={items.map(each => ({ value: each.month, label: shownMonth(each.month) }))}
              onChange={value => void navigate({ search: previous => compact({ ...previous, month: value }) })}
            />
            <Downloads month={chosen} />
          </>
        )
      }
    >
      {months.error !== null && items === undefined ? (
        <Failure error={months.error} retry={() => void months.refetch()} />
      ) : items === undefined ? (
        <div className="card-body">
          <Skeleton height="8rem" />
        </div>
      ) : chosen === undefined ? (
        <Empty icon={FileText} title="No statement yet" text="The first one begins with your first earning." />
      ) : (
        <StatementTable month={chosen} />
      )}
    </Card>
  )
}

const FORMS = [
  { label: 'CSV', accept: 'text/csv', ending: 'csv' },
  { label: 'Signed', accept: 'application/jose', ending: 'jose' },
] as const

function Downloads({ month }: { readonly month: string }): ReactNode {
  return FORMS.map(({ label, accept, ending }) => (
    <DownloadButton
      key={ending}
      href={`/api/v1/publisher/statements/${month}`}
      accept={accept}
      fileName={`earnings-${month}.${ending}`}
      label={label}
      about={`statement of ${month}`}
      size="small"
    />
  ))
}

type Line = Statement['lines'][number]

const columns: readonly Column<Line>[] = [
  { id: 'kind', label: 'For', cell: ({ kind }) => KINDS[kind] ?? kind.replaceAll('_', ' ') },
  { id: 'app', label: 'App', cell: ({ app }) => <span className="break">{app ?? '–'}</span> },
  {
    id: 'entries',
    label: 'Entries',
    isNumber: true,
    cell: ({ entries }) => <span className="number">{entries.toLocaleString('en-US')}</span>,
  },
  { id: 'amount', label: 'Amount', isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
]

function StatementTable({ month }: { readonly month: string }): ReactNode {
  const statement = useQuery(publisherStatementQuery(month))
  const { data } = statement
  const lines = data?.lines.toSorted((a, b) => byLargest(sizeOf(a.amount), sizeOf(b.amount)))
  return (
    <>
      <LongTable
        key={month}
        label={`Statement of ${month}`}
        columns={columns}
        rows={lines}
        order="largest first"
        idOf={({ kind, app }) => `${kind} ${app ?? ''}`}
        error={statement.error}
        retry={() => void statement.refetch()}
        skeletonRows={3}
        empty={<Empty icon={FileText} title="Nothing moved in this month" text="What you are owed stayed as it was." />}
      />
      {data !== undefined && (
        <div className="card-foot">
          <span className="split">
            <span>
              Opening <Money amount={data.opening} /> · closing{' '}
              <strong>
                <Money amount={data.closing} />
              </strong>
            </span>
            <Badge tone={data.closed ? 'good' : 'warn'}>{data.closed ? 'closed' : 'still open'}</Badge>
          </span>
        </div>
      )}
    </>
  )
}
