import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import { entriesQuery, type WalletEntry } from '../../api/queries.ts'
import { idEnd } from '../../lib/ids.ts'
import { compact } from '../../lib/search.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Card, Empty } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Ago, Money } from '../../ui/values.tsx'
import { shownKind } from './entry-kinds.ts'

const columns: readonly Column<WalletEntry>[] = [
  { id: 'kind', label: 'Entry', cell: entry => (entry.kind === 'capture' ? 'Call' : shownKind(entry.kind)) },
  { id: 'what', label: 'For', cell: shownPurpose },
  {
    id: 'amount',
    label: 'Amount',
    isNumber: true,
    cell: ({ amount }) => (
      <span className={amount.startsWith('-') ? '' : 'amount-in'}>
        {amount.startsWith('-') ? '' : '+'}
        <Money amount={amount} />
      </span>
    ),
  },
  { id: 'at', label: 'When', isNumber: true, cell: entry => <Ago time={entry.createdAt} /> },
]

function shownPurpose({ callId, reference }: WalletEntry): ReactNode {
  if (callId !== undefined) {
    return (
      <Link to="/calls/$callId" params={{ callId }}>
        <span className="visually-hidden">Call </span>
        <code>{idEnd(callId)}</code>
      </Link>
    )
  }
  const id = reference?.split(':').at(-1)
  return id === undefined ? (
    <span className="muted">–</span>
  ) : (
    <code className="muted" title={reference}>
      {idEnd(id)}
    </code>
  )
}

/** The journal of the wallet. */
export function EntriesCard(): ReactNode {
  const { pageToken } = useSearch({ from: '/console/wallet' })
  const entries = useQuery({
    ...entriesQuery(compact({ pageToken, pageSize: 20 })),
    placeholderData: previous => previous,
  })
  return (
    <Card title="Journal" text="Every movement, newest first. Nothing in it is ever changed." isPadded={false}>
      <DataTable
        label="Journal"
        columns={columns}
        rows={entries.data?.items}
        idOf={entry => entry.id}
        error={entries.error}
        retry={() => void entries.refetch()}
        empty={
          <Empty
            icon={ScrollText}
            title="Nothing has moved yet"
            text="Your first top-up and every paid call will stand here."
          />
        }
      />
      <Pager pageToken={pageToken} nextPageToken={entries.data?.nextPageToken} />
    </Card>
  )
}
