import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AppDetails, Purchase } from '../../api/queries.ts'
import { shownAmount } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/values.tsx'
import { ObtainDialog } from './obtain-dialog.tsx'

type Tier = 'free' | 'paid'
type TierFacts = NonNullable<AppDetails['tiers'][Tier]>

interface TierCardsProps {
  readonly app: AppDetails
  readonly purchase: Purchase | undefined
  /** Shown to its publisher: nothing can be bought. */
  readonly isPreview?: boolean
}

/** Both tiers beside each other, with what can be done about them now. */
export function TierCards({ app, purchase, isPreview = false }: TierCardsProps): ReactNode {
  const [wanted, setWanted] = useState<Tier>()
  const client = useQueryClient()
  const { free, paid } = app.tiers
  return (
    <div className="columns">
      {free !== undefined && (
        <TierCard
          tier="free"
          facts={free}
          price="Free"
          held={purchase}
          onObtain={isPreview ? undefined : () => setWanted('free')}
        />
      )}
      {paid !== undefined && (
        <TierCard
          tier="paid"
          facts={paid}
          price={`${shownAmount(paid.price)} a call`}
          held={purchase}
          onObtain={isPreview ? undefined : () => setWanted('paid')}
        />
      )}
      {wanted !== undefined && (
        <ObtainDialog
          app={app}
          tier={wanted}
          held={purchase}
          onClose={() => {
            setWanted(undefined)
            void client.invalidateQueries({ queryKey: ['purchases'] })
          }}
        />
      )}
    </div>
  )
}

interface TierCardProps {
  readonly tier: Tier
  readonly facts: TierFacts
  readonly price: string
  readonly held: Purchase | undefined
  readonly onObtain: (() => void) | undefined
}

function TierCard({ tier, facts, price, held, onObtain }: TierCardProps): ReactNode {
  const name = tier === 'free' ? 'Free tier' : 'Paid tier'
  return (
    <section className="card purchase" aria-label={name}>
      <div className="stack tight">
        <span className="split">
          <h2>{name}</h2>
          {held?.tier === tier && <Badge tone="good">yours</Badge>}
        </span>
        <span className="stat-value">{price}</span>
      </div>
      <ul className="ticks">
        <Limit count={facts.monthly} per="in 30 days" />
        <Limit count={facts.perDay} per="a day" />
        <Limit count={facts.perMinute} per="a minute" />
        <li>
          <Check aria-hidden="true" />{' '}
          {tier === 'free' ? 'Yours at once, without money' : 'Charged for answers, not for failures'}
        </li>
      </ul>
      {onObtain !== undefined && (
        <div className="actions">
          <TierButton tier={tier} held={held} onObtain={onObtain} />
        </div>
      )}
    </section>
  )
}

function Limit({ count, per }: { readonly count: number | null; readonly per: string }): ReactNode {
  if (count === null) return null
  return (
    <li>
      <Check aria-hidden="true" />
      <span className="number">{count.toLocaleString('en-US')}</span> calls {per}
    </li>
  )
}

function TierButton({
  tier,
  held,
  onObtain,
}: {
  readonly tier: Tier
  readonly held: Purchase | undefined
  readonly onObtain: () => void
}) {
  if (held === undefined) {
    return (
      <Button kind={tier === 'free' ? undefined : 'primary'} onClick={onObtain}>
        {tier === 'free' ? 'Get free' : 'Buy'}
      </Button>
    )
  }
  if (held.tier === tier) return <span className="muted">You have it.</span>
  if (tier === 'free') return <span className="muted">The paid tier that you have takes its place.</span>
  return (
    <Button kind="primary" onClick={onObtain}>
      Upgrade
    </Button>
  )
}
