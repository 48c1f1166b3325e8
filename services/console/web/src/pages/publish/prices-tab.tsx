import { type ReactNode, useState } from 'react'
import type { OwnApp, OwnAppInput } from '../../api/publisher-queries.ts'
import { microsOf } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { type FormValues, SubmitForm, valuesOf } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.tsx'
import { AnnouncedRises } from './announced-rises.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { priceNames } from './price-names.ts'
import { RehearsalDialog } from './rehearsal-dialog.tsx'
import { useSaving } from './save-app.ts'
import { TierFields } from './tier-fields.tsx'
import { ToolPriceFields } from './tool-price-fields.tsx'

interface PricesTabProps {
  readonly app: OwnApp
  readonly onFresh: () => void
}

type Terms = Pick<OwnAppInput, 'tiers' | 'tools'>

/** Tiers with their limits and prices. What rises for those who have bought is rehearsed first, and announced. */
export function PricesTab({ app, onFresh }: PricesTabProps): ReactNode {
  const [base] = useState(app)
  const [hasFree, setHasFree] = useState(base.tiers.free !== undefined)
  const [hasPaid, setHasPaid] = useState(base.tiers.paid !== undefined)
  const [rehearsed, setRehearsed] = useState<Terms>()
  const saving = useSaving({ base, onFresh })
  const save = async (terms: Terms) => {
    const saved = await saving.save(input => ({ ...input, ...terms }))
    if (saved !== undefined) toast(saved.priceChanges.length > 0 ? 'Saved. What rises is announced.' : 'Saved.')
  }
  const submit = async (values: FormValues) => {
    const terms = termsIn(values, base)
    if (hasRise(base, terms) && base.buyers.paid > 0) setRehearsed(terms)
    else await save(terms)
  }
  return (
    <>
      <AnnouncedRises app={app} onFresh={onFresh} />
      <SubmitForm onSubmit={submit} className="form page">
        {({ isBusy }) => (
          <>
            <div className="columns">
              <TierFields tier="free" app={base} isOffered={hasFree} onOffered={setHasFree} />
              <TierFields tier="paid" app={base} isOffered={hasPaid} onOffered={setHasPaid} />
            </div>
            {hasPaid && base.adapter === 'mcp' && <ToolPriceFields app={base} />}
            <ConflictNotice
              base={base}
              conflict={saving.conflict}
              onMine={saving.saveMine}
              onTheirs={saving.takeTheirs}
            />
            <div className="form-foot sticky">
              {hasPaid && (
                <RehearseButton
                  read={values => setRehearsed(termsIn(values, base))}
                  isDisabled={base.tiers.paid === undefined}
                />
              )}
              <Button type="submit" kind="primary" isBusy={isBusy}>
                {isBusy ? 'Saving …' : 'Save changes'}
              </Button>
            </div>
          </>
        )}
      </SubmitForm>
      {rehearsed?.tiers.paid !== undefined && (
        <RehearsalDialog
          app={base}
          price={rehearsed.tiers.paid.price}
          tools={rehearsed.tools ?? {}}
          onClose={() => setRehearsed(undefined)}
          onSave={async () => {
            await save(rehearsed)
            setRehearsed(undefined)
          }}
        />
      )}
    </>
  )
}

interface RehearseButtonProps {
  readonly read: (values: FormValues) => void
  readonly isDisabled: boolean
}

function RehearseButton({ read, isDisabled }: RehearseButtonProps): ReactNode {
  if (isDisabled) return null
  return (
    <Button
      onClick={({ currentTarget: { form } }) => {
        if (form?.reportValidity() === true) read(valuesOf(form))
      }}
    >
      Rehearse these prices
    </Button>
  )
}

function termsIn(values: FormValues, base: OwnApp): Terms {
  const limits = (tier: 'free' | 'paid') => {
    const count = (name: string) => Number(values[`/tiers/${tier}/${name}`] ?? '0')
    return { perMinute: count('perMinute'), perDay: count('perDay'), monthly: count('monthly') }
  }
  const price = values['/tiers/paid/price']
  const hasFree = values['/free'] !== undefined
  if (!hasFree && price === undefined) throw new Error('Offer a free tier, a paid tier, or both.')
  const tools = Object.fromEntries(
    priceNames(base).flatMap(({ tool, field }) => {
      const own = values[field]
      return own === undefined ? [] : [[tool, { price: own }] as const]
    }),
  )
  return {
    tiers: {
      ...(hasFree && { free: limits('free') }),
      ...(price !== undefined && { paid: { price, ...limits('paid') } }),
    },
    tools: price === undefined ? {} : tools,
  }
}

/** Whether a call costs more than now: by its own price, or by falling back to the tier's. */
function hasRise(base: OwnApp, { tiers, tools = {} }: Terms): boolean {
  const [before, after] = [base.tiers.paid?.price, tiers.paid?.price]
  if (before === undefined || after === undefined) return false
  const names = new Set([...Object.keys(base.tools), ...Object.keys(tools)])
  const pairs = [...names].map(name => [base.tools[name]?.price ?? before, tools[name]?.price ?? after] as const)
  return [[before, after] as const, ...pairs].some(([old, now]) => microsOf(now) > microsOf(old))
}
