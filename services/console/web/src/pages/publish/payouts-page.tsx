import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Landmark, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Earnings, earningsQuery, type Payout, payoutsQuery } from '../../api/publisher-queries.ts'
import { CENT_MICROS, microsOf } from '../../lib/money.ts'
import { compact } from '../../lib/search.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Ago, Badge, Money, Stat } from '../../ui/values.tsx'
import { PayoutAccountDialog } from './payout-account-dialog.tsx'
import { PayoutDialog } from './payout-dialog.tsx'
import { StatementsCard } from './statements-card.tsx'

const REFRESH_MS = 5_000

/** What was earned, where it goes, and where it went. */
export function PayoutsPage(): ReactNode {
  const { send, account } = useSearch({ from: '/console/publish/payouts' })
  const navigate = useNavigate({ from: '/publish/payouts' })
  const { data: earnings, isError } = useQuery({ ...earningsQuery, refetchInterval: REFRESH_MS })
  const open = (part: { send?: 'yes' | undefined; account?: 'yes' | undefined }) =>
    void navigate({ search: previous => compact({ ...previous, send: undefined, account: undefined, ...part }) })
  const isPayable = earnings !== undefined && microsOf(earnings.payable) >= CENT_MICROS && earnings.payout.connected
  return (
    <Page
      title="Payouts"
      text="Your share of every paid call, and the way to your account."
      actions={
        <>
          <Button onClick={() => open({ account: 'yes' })}>
            <Landmark aria-hidden="true" />{' '}
            {(earnings?.payout.account ?? null) === null ? 'Connect payout account' : 'Change payout account'}
          </Button>
          <Button kind="primary" disabled={!isPayable} onClick={() => open({ send: 'yes' })}>
            <Send aria-hidden="true" /> Send a payout
          </Button>
        </>
      }
    >
      {earnings?.payout.connected === false && (
        <div className="alert warn">
          <span>
            <strong>Connect a payout account.</strong> Until then paid calls of your apps are refused with{' '}
            <code>publisher_not_payable</code>.
          </span>
        </div>
      )}
      <dl className="stats">
        <Stat
          label="Payable"
          value={earnings && <Money amount={earnings.payable} />}
          note={earnings && destinationOf(earnings)}
          isMissing={isError}
        />
        <Stat
          label="Earned"
          value={earnings && <Money amount={earnings.earned} />}
          note="in all, after fees"
          isMissing={isError}
        />
        <Stat
          label="Paid out"
          value={earnings && <Money amount={earnings.paidOut} />}
          note="in all"
          isMissing={isError}
        />
      </dl>
      <PayoutsCard />
      <StatementsCard />
      {send !== undefined && earnings !== undefined && <PayoutDialog earnings={earnings} onClose={() => open({})} />}
      {account !== undefined && <PayoutAccountDialog earnings={earnings} onClose={() => open({})} />}
    </Page>
  )
}

function destinationOf({ payout: { connected, account } }: Earnings): string {
  if (account !== null) return `to ${account}`
  return connected ? 'to the account that is connected' : 'no account is connected'
}

const tones = { paid: 'good', requested: 'warn', returned: 'bad' } as const
const words = { paid: 'paid', requested: 'on its way', returned: 'came back' } as const

const columns: readonly Column<Payout>[] = [
  { id: 'amount', label: 'Amount', cell: payout => <Money amount={payout.amount} /> },
  { id: 'status', label: 'State', cell: ({ status }) => <Badge tone={tones[status]}>{words[status]}</Badge> },
  { id: 'account', label: 'To', cell: payout => <code className="break">{payout.account}</code> },
  { id: 'at', label: 'When', isNumber: true, cell: payout => <Ago time={payout.createdAt} /> },
]

function PayoutsCard(): ReactNode {
  const { pageToken } = useSearch({ from: '/console/publish/payouts' })
  const payouts = useQuery({
    ...payoutsQuery(compact({ pageToken, pageSize: 20 })),
    placeholderData: previous => previous,
    refetchInterval: query =>
      query.state.data?.items.some(({ status }) => status === 'requested') === true ? REFRESH_MS : false,
  })
  return (
    <Card title="Payouts" isPadded={false}>
      <DataTable
        label="Payouts"
        columns={columns}
        rows={payouts.data?.items}
        idOf={payout => payout.id}
        error={payouts.error}
        retry={() => void payouts.refetch()}
        skeletonRows={3}
        empty={
          <Empty
            icon={Landmark}
            title="Nothing was paid out yet"
            text="Send what is payable whenever you like, in whole cents."
          />
        }
      />
      <Pager pageToken={pageToken} nextPageToken={payouts.data?.nextPageToken} />
    </Card>
  )
}
