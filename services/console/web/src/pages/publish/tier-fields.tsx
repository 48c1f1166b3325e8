import type { ReactNode } from 'react'
import type { OwnApp } from '../../api/publisher-queries.ts'
import { AmountField, CheckField, TextField } from '../../ui/field.tsx'
import { Card } from '../../ui/page.tsx'
import { FREE_LIMITS, PAID_LIMITS } from './app-terms.ts'

interface TierFieldsProps {
  readonly tier: 'free' | 'paid'
  readonly app: OwnApp
  readonly isOffered: boolean
  readonly onOffered: (isOffered: boolean) => void
}

/** One tier: whether it is offered, its price and its limits. */
export function TierFields({ tier, app, isOffered, onOffered }: TierFieldsProps): ReactNode {
  const isFree = tier === 'free'
  const limits = app.tiers[tier] ?? (isFree ? FREE_LIMITS : PAID_LIMITS)
  const buyers = app.buyers[tier]
  const count = { type: 'number', min: 0, max: 1_000_000_000_000, step: 1, required: true } as const
  return (
    <Card
      title={isFree ? 'Free tier' : 'Paid tier'}
      text={
        buyers === 0
          ? 'Nobody has it yet.'
          : `${buyers.toLocaleString('en-US')} ${buyers === 1 ? 'buyer has' : 'buyers have'} it.`
      }
    >
      <div className="form">
        <CheckField
          label={isFree ? 'Offer a free tier' : 'Offer a paid tier'}
          name={isFree ? '/free' : '/paid'}
          isChecked={isOffered}
          isDisabled={buyers > 0}
          onChange={onOffered}
          hint={buyers > 0 ? 'It can be taken back when nobody has it.' : undefined}
        />
        {buyers > 0 && <input type="hidden" name={isFree ? '/free' : '/paid'} value="on" />}
        {isOffered && (
          <>
            {!isFree && (
              <AmountField
                label="Price of a call"
                name="/tiers/paid/price"
                required
                defaultValue={app.tiers.paid?.price ?? '0.002'}
                hint="Of tools that have no price of their own."
                invalidText="An amount such as 0.002, at most 6 decimals."
              />
            )}
            <TextField
              label="Calls in 30 days"
              name={`/tiers/${tier}/monthly`}
              defaultValue={String(limits.monthly)}
              {...count}
            />
            <div className="field-row">
              <TextField label="A day" name={`/tiers/${tier}/perDay`} defaultValue={String(limits.perDay)} {...count} />
              <TextField
                label="A minute"
                name={`/tiers/${tier}/perMinute`}
                defaultValue={String(limits.perMinute)}
                {...count}
              />
            </div>
          </>
        )}
      </div>
    </Card>
  )
}
