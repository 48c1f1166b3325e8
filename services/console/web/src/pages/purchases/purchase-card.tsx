import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { appQuery, type Purchase } from '../../api/queries.ts'
import { shownDate } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { MeterBar } from '../../ui/meter.tsx'
import { Ago, Badge } from '../../ui/values.tsx'
import { AnnouncedPrices } from '../market/announced-prices.tsx'
import { RenewDialog } from './renew-dialog.tsx'

const ANNOUNCED_STALE_MS = 300_000

const tones = { active: 'good', inactive: 'warn', expired: 'bad', cancelled: undefined } as const

/** One purchase with its meter. */
export function PurchaseCard({
  purchase,
  onCancel,
}: {
  readonly purchase: Purchase
  readonly onCancel: () => void
}): ReactNode {
  const { app, tier, status, used, quota, windowEndsAt, renews } = purchase
  const isOver = status === 'cancelled'
  return (
    <article className="card purchase">
      <div className="stack tight">
        <h2 className="break">{app}</h2>
        <span className="split">
          <Badge tone={tier === 'paid' ? 'accent' : undefined}>{tier}</Badge>
          <Badge tone={tones[status]}>{status}</Badge>
        </span>
      </div>
      <MeterBar
        label="This window"
        percent={quota === 0 ? 0 : Math.min(100, (used / quota) * 100)}
        text={`${used.toLocaleString('en-US')} of ${quota.toLocaleString('en-US')}`}
      />
      <p className="muted">
        {isOver ? 'Ended ' : renews ? 'Starts anew ' : 'Ends '}
        <span title={shownDate(windowEndsAt)}>
          <Ago time={windowEndsAt} />
        </span>
      </p>
      {tier === 'paid' && status === 'active' && <AnnouncedOf app={app} />}
      <div className="actions">
        {status === 'active' && (
          <Link className="button small" to="/playground" search={{ app }} aria-label={`Try it: ${app}`}>
            Try it
          </Link>
        )}
        <Link className="button small" to="/calls" search={{ app }} aria-label={`Calls of ${app}`}>
          Calls
        </Link>
        {status === 'expired' && <RenewButton purchase={purchase} />}
        {!isOver && (
          <Button size="small" kind="quiet" onClick={onCancel} aria-label={`Cancel ${app}`}>
            Cancel
          </Button>
        )}
      </div>
    </article>
  )
}

/** What its publisher has announced. */
function AnnouncedOf({ app }: { readonly app: string }): ReactNode {
  const [username = '', name = ''] = app.split('/')
  const { data } = useQuery({ ...appQuery({ username, app: name }), staleTime: ANNOUNCED_STALE_MS, retry: false })
  return data === undefined ? null : <AnnouncedPrices prices={data.announcedPrices} />
}

function RenewButton({ purchase }: { readonly purchase: Purchase }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" kind="primary" onClick={() => setOpen(true)}>
        Renew
      </Button>
      {isOpen && <RenewDialog purchase={purchase} onClose={() => setOpen(false)} />}
    </>
  )
}
