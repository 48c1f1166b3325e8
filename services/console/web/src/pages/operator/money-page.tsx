import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CircleCheck, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  type OpenReservation,
  openReservationsQuery,
  type Reversal,
  reversalsQuery,
} from '../../api/operator-queries.ts'
import { compact } from '../../lib/search.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { SelectField } from '../../ui/field.tsx'
import { TypedField } from '../../ui/filter-fields.tsx'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Ago, Badge, Money } from '../../ui/values.tsx'
import { RefundCallDialog, RefundTopUpDialog } from './refund-dialogs.tsx'

const REFRESH_MS = 5_000
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Money that is held, money that went back, and giving more back. */
export function MoneyPage(): ReactNode {
  const [giving, setGiving] = useState<'call' | 'topUp'>()
  return (
    <Page
      title="Money"
      text="What is held for calls under way, what went back to buyers, and disputes of their banks."
      actions={
        <>
          <Button onClick={() => setGiving('topUp')}>Refund a top-up</Button>
          <Button onClick={() => setGiving('call')}>Give a call back</Button>
        </>
      }
    >
      <OpenCard />
      <ReversalsCard />
      {giving === 'call' && <RefundCallDialog onClose={() => setGiving(undefined)} />}
      {giving === 'topUp' && <RefundTopUpDialog onClose={() => setGiving(undefined)} />}
    </Page>
  )
}

const openColumns: readonly Column<OpenReservation>[] = [
  {
    id: 'call',
    label: 'Call',
    cell: ({ app, tool, callId }) => (
      <div className="stack tight">
        <span className="break">
          {app}
          {tool !== '' && ` · ${tool}`}
        </span>
        <code className="muted break">{callId}</code>
      </div>
    ),
  },
  { id: 'buyer', label: 'Buyer', cell: ({ buyer }) => <code className="break">{buyer}</code> },
  { id: 'price', label: 'Held', isNumber: true, cell: ({ price }) => <Money amount={price} /> },
  { id: 'since', label: 'Since', isNumber: true, cell: ({ reservedAt }) => <Ago time={reservedAt} /> },
  {
    id: 'until',
    label: 'Given back',
    isNumber: true,
    cell: ({ expiresAt }) => (expiresAt === null ? <span className="muted">–</span> : <Ago time={expiresAt} />),
  },
]

function OpenCard(): ReactNode {
  const { buyer, openToken } = useSearch({ from: '/console/operator/operator/money' })
  const navigate = useNavigate({ from: '/operator/money' })
  const known = buyer !== undefined && UUID.test(buyer) ? buyer : undefined
  const open = useQuery({
    ...openReservationsQuery(compact({ buyer: known, pageToken: openToken, pageSize: 20 })),
    refetchInterval: openToken === undefined ? REFRESH_MS : false,
    placeholderData: previous => previous,
    enabled: buyer === undefined || known !== undefined,
  })
  return (
    <Card
      title="Open reservations"
      text="Each is captured or given back when its call ends, and given back by itself if that is never told."
      isPadded={false}
    >
      <search className="filters card-filters" aria-label="Filter open reservations">
        <TypedField
          label="Buyer"
          value={buyer}
          placeholder="id of a buyer"
          onChange={value =>
            void navigate({ search: previous => compact({ ...previous, buyer: value, openToken: undefined }) })
          }
        />
      </search>
      {buyer !== undefined && known === undefined ? (
        <Empty
          icon={CircleCheck}
          title="This is no id of a buyer"
          text="An id is like 7c9e6679-7425-40de-944b-e07fc1f90ae7."
        />
      ) : (
        <DataTable
          label="Open reservations"
          columns={openColumns}
          rows={open.data?.items}
          idOf={({ callId }) => callId}
          error={open.error}
          retry={() => void open.refetch()}
          skeletonRows={2}
          empty={<Empty icon={CircleCheck} title="Nothing is held" text="No call is under way at this moment." />}
        />
      )}
      <Pager pageToken={openToken} nextPageToken={open.data?.nextPageToken} parameter="openToken" />
    </Card>
  )
}

const reversalColumns: readonly Column<Reversal>[] = [
  {
    id: 'kind',
    label: 'What',
    cell: ({ kind, processorRef }) => (
      <div className="stack tight">
        <span>{kind === 'dispute' ? 'Dispute of a bank' : 'Refund'}</span>
        {processorRef !== null && <code className="muted break">{processorRef}</code>}
      </div>
    ),
  },
  {
    id: 'state',
    label: 'State',
    cell: ({ state }) => <Badge tone={state === 'returned' ? 'good' : 'warn'}>{state}</Badge>,
  },
  { id: 'topUp', label: 'Top-up', cell: ({ topUp }) => <code className="break">{topUp}</code> },
  { id: 'buyer', label: 'Buyer', cell: ({ buyer }) => <code className="break">{buyer}</code> },
  {
    id: 'amount',
    label: 'Amount',
    isNumber: true,
    cell: ({ amount, fromWallet }) => (
      <div className="stack tight">
        <Money amount={amount} />
        {fromWallet !== amount && (
          <span className="muted">
            <Money amount={fromWallet} /> from the wallet
          </span>
        )}
      </div>
    ),
  },
  { id: 'at', label: 'When', isNumber: true, cell: ({ createdAt }) => <Ago time={createdAt} /> },
]

function ReversalsCard(): ReactNode {
  const { kind, pageToken } = useSearch({ from: '/console/operator/operator/money' })
  const navigate = useNavigate({ from: '/operator/money' })
  const reversals = useQuery({
    ...reversalsQuery(compact({ kind, pageToken, pageSize: 20 })),
    placeholderData: previous => previous,
  })
  return (
    <Card
      title="Refunds and disputes"
      text="Of top-ups, newest first."
      isPadded={false}
      actions={
        <SelectField
          label="Kind"
          isLabelHidden
          value={kind ?? ''}
          options={[
            { value: '', label: 'Both' },
            { value: 'refund', label: 'Refunds' },
            { value: 'dispute', label: 'Disputes' },
          ]}
          onChange={value =>
            void navigate({
              search: previous =>
                compact({
                  ...previous,
                  kind: value === 'refund' || value === 'dispute' ? value : undefined,
                  pageToken: undefined,
                }),
            })
          }
        />
      }
    >
      <DataTable
        label="Refunds and disputes"
        columns={reversalColumns}
        rows={reversals.data?.items}
        idOf={({ id }) => id}
        error={reversals.error}
        retry={() => void reversals.refetch()}
        skeletonRows={3}
        empty={
          <Empty
            icon={Undo2}
            title="Nothing went back"
            text="Refunds that you send and disputes that banks open stand here."
          />
        }
      />
      <Pager pageToken={pageToken} nextPageToken={reversals.data?.nextPageToken} />
    </Card>
  )
}
