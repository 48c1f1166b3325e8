import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import { type AppDetails, type Purchase, walletQuery } from '../../api/queries.ts'
import { ifMatch, isOvertaken } from '../../api/use-newest.ts'
import { microsOf, shownAmount } from '../../lib/money.ts'
import { shownDate } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Money } from '../../ui/values.tsx'

interface ObtainProps {
  readonly app: AppDetails
  readonly tier: 'free' | 'paid'
  /** What the buyer has of it now, which gives way; undefined: nothing. */
  readonly held: Purchase | undefined
  readonly onClose: () => void
}

/** Says what will happen, and does it. */
export function ObtainDialog({ app, tier, held, onClose }: ObtainProps): ReactNode {
  const client = useQueryClient()
  const [isDone, setDone] = useState(false)
  const isUpgrade = held !== undefined
  const obtain = async () => {
    const params = { header: held === undefined ? {} : ifMatch(held) }
    try {
      await ask(api.POST('/api/v1/purchases', { params, body: { app: app.app, tier } }))
      setDone(true)
    } catch (error) {
      if (!isOvertaken(error)) throw error
      throw new Error(`What you have of ${app.app} was changed since you opened this. Nothing was done.`, {
        cause: error,
      })
    } finally {
      await client.invalidateQueries({ queryKey: ['purchases'] })
    }
  }
  if (isDone) return <Obtained app={app} onClose={onClose} />
  return (
    <Modal title={titleOf(app.app, tier, isUpgrade)} isOpen onClose={onClose}>
      <ul className="bullets">
        {tier === 'free' ? (
          <>
            <li>It is yours at once. Nothing is charged, now or later.</li>
            <li>Calls are counted by a meter that starts anew every 30 days.</li>
          </>
        ) : (
          <PaidFacts app={app} isUpgrade={isUpgrade} />
        )}
        <li>You can cancel it at any time.</li>
      </ul>
      <DialogForm
        onSubmit={obtain}
        onClose={onClose}
        action={tier === 'free' ? 'Get it free' : isUpgrade ? 'Upgrade' : 'Buy'}
      />
    </Modal>
  )
}

function titleOf(name: string, tier: 'free' | 'paid', isUpgrade: boolean): string {
  if (tier === 'free') return `Get ${name} free`
  return isUpgrade ? `Upgrade ${name} to paid` : `Buy ${name}`
}

function PaidFacts({ app, isUpgrade }: { readonly app: AppDetails; readonly isUpgrade: boolean }): ReactNode {
  const { data: wallet } = useQuery(walletQuery)
  const { priceFrom, priceTo } = app
  return (
    <>
      <li>
        Nothing is charged now. Each answered call costs {priceFrom === priceTo || priceTo === null ? '' : 'from '}
        {shownAmount(priceFrom ?? '0')}
        {priceFrom !== priceTo && priceTo !== null && ` to ${shownAmount(priceTo)}`}, from your wallet.
      </li>
      {app.announcedPrices.map(({ tool, newPrice, effectiveAt }) => (
        <li key={tool ?? ''}>
          From {shownDate(effectiveAt)} on {tool === null ? 'a call' : tool} costs {shownAmount(newPrice)}.
        </li>
      ))}
      {isUpgrade && (
        <li>Your free tier ends with it, and the meter starts anew. There is no way back to the free tier.</li>
      )}
      {wallet !== undefined && (
        <li>
          Your wallet has <Money amount={wallet.available} />
          {microsOf(wallet.available) <= 0n && ': calls are refused until you have topped up'}.
        </li>
      )}
    </>
  )
}

function Obtained({ app, onClose }: { readonly app: AppDetails; readonly onClose: () => void }): ReactNode {
  return (
    <Modal
      title={`${app.app} is yours`}
      text="Every key of yours that may can call it from now on."
      isOpen
      onClose={onClose}
    >
      <div className="form-foot">
        <Button onClick={onClose}>Close</Button>
        <Link className="button primary" to="/playground" search={{ app: app.app }}>
          Try it now
        </Link>
      </div>
    </Modal>
  )
}
