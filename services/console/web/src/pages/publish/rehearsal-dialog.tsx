import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import type { OwnApp, Rehearsal } from '../../api/publisher-queries.ts'
import { amountOf, microsOf, shownAmount } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/page.tsx'
import { Money, Skeleton } from '../../ui/values.tsx'

type ToolPrices = Readonly<Record<string, { readonly price: string }>>

interface RehearsalProps {
  readonly app: OwnApp
  readonly price: string
  readonly tools: ToolPrices
  readonly onClose: () => void
  readonly onSave: () => Promise<void>
}

/** What the last 30 days would have been at these prices, before anybody is told of them. */
export function RehearsalDialog({ app, price, tools, onClose, onSave }: RehearsalProps): ReactNode {
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const rehearsal = useQuery({
    queryKey: ['publisher', 'rehearsal', app.name, price, tools],
    queryFn: () =>
      ask(
        api.POST('/api/v1/publisher/apps/{name}/rehearsal', {
          params: { path: { name: app.name } },
          body: { price, tools },
        }),
      ),
  })
  const save = async () => {
    setBusy(true)
    setFailure(undefined)
    await onSave().catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)))
    setBusy(false)
  }
  return (
    <Modal
      title="The last 30 days at these prices"
      text="Nothing has changed yet. It supposes that everybody calls as before."
      isOpen
      onClose={onClose}
    >
      {rehearsal.error !== null ? (
        <Failure error={rehearsal.error} retry={() => void rehearsal.refetch()} />
      ) : rehearsal.data === undefined ? (
        <Skeleton height="12rem" />
      ) : (
        <Outcome rehearsal={rehearsal.data} />
      )}
      <p className="muted">
        Lower prices hold at once. Higher ones are announced to your {app.buyers.paid === 1 ? 'buyer' : 'buyers'} first,
        and hold after the notice period; until then you can withdraw them.
      </p>
      {failure !== undefined && (
        <div className="alert" role="alert">
          {failure}
        </div>
      )}
      <div className="form-foot">
        <Button onClick={onClose}>Back to the prices</Button>
        <Button kind="primary" isBusy={isBusy} onClick={() => void save()}>
          Save and announce
        </Button>
      </div>
    </Modal>
  )
}

function Outcome({ rehearsal }: { readonly rehearsal: Rehearsal }): ReactNode {
  const { calls, buyers, revenue, capped, short } = rehearsal
  if (calls === 0) return <p>There was no paid call in these days, so there is nothing to compare.</p>
  const difference = microsOf(revenue.after) - microsOf(revenue.before)
  return (
    <>
      <dl className="stats">
        <div className="stat">
          <dt>Paid by buyers</dt>
          <dd className="stat-value">
            <Money amount={revenue.after} />
          </dd>
          <dd className="stat-note">
            instead of {shownAmount(revenue.before)}: {difference > 0n ? '+' : ''}
            {shownAmount(amountOf(difference))}
          </dd>
        </div>
        <div className="stat">
          <dt>Calls</dt>
          <dd className="stat-value">{calls.toLocaleString('en-US')}</dd>
          <dd className="stat-note">
            of {buyers.toLocaleString('en-US')} {buyers === 1 ? 'buyer' : 'buyers'}
          </dd>
        </div>
      </dl>
      <ul className="bullets">
        <li>
          {told(capped)} would have run into a spending limit of a key (<code>spend_limit_exceeded</code>).
        </li>
        <li>
          {told(short)} could not have paid for all of it (<code>insufficient_balance</code>, 402).
        </li>
        {capped === null && (
          <li className="muted">These two are told once five buyers have called: fewer could be found out.</li>
        )}
      </ul>
    </>
  )
}

function told(count: number | null): string {
  if (count === null) return 'An untold number of buyers'
  if (count === 0) return 'No buyer'
  return count === 1 ? 'One buyer' : `${count.toLocaleString('en-US')} buyers`
}
