import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, ask } from '../../api/client.ts'
import type { Purchase } from '../../api/queries.ts'
import { shownDate } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { MeterBar } from '../../ui/meter.tsx'
import { toast } from '../../ui/toast.tsx'
import { Ago, Badge } from '../../ui/values.tsx'

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
      <div className="actions">
        <Link className="button small" to="/calls" search={{ app }}>
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

function RenewButton({ purchase }: { readonly purchase: Purchase }): ReactNode {
  const client = useQueryClient()
  const renew = useMutation({
    mutationFn: () => ask(api.POST('/api/v1/purchases/{id}/renewal', { params: { path: { id: purchase.id } } })),
    onSuccess: async () => {
      toast(`${purchase.app} is active again.`)
      await client.invalidateQueries({ queryKey: ['purchases'] })
    },
    onError: error => toast(error.message),
  })
  return (
    <Button size="small" isBusy={renew.isPending} onClick={() => renew.mutate()}>
      Renew
    </Button>
  )
}
