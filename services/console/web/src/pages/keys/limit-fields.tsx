import type { ReactNode } from 'react'
import type { ApiKey } from '../../api/queries.ts'
import { AmountField, TextField } from '../../ui/field.tsx'
import type { FormValues } from '../../ui/form.tsx'

const AMOUNT_WORDS = 'An amount such as 5 or 0.25.'

/** The limits of a key, all of them optional. */
export function LimitFields({ limits }: { readonly limits: ApiKey['limits'] }): ReactNode {
  const unlimited = { placeholder: 'no limit' }
  const money = { ...unlimited, invalidText: AMOUNT_WORDS }
  return (
    <>
      <div className="field-row">
        <AmountField label="Spend in all" name="/limits/total" defaultValue={limits.total} {...money} />
        <AmountField label="Spend a day" name="/limits/perDay" defaultValue={limits.perDay} {...money} />
      </div>
      <details className="more" open={hasMore(limits)}>
        <summary>More limits</summary>
        <div className="form">
          <div className="field-row">
            <AmountField label="Spend in 30 days" name="/limits/per30Days" defaultValue={limits.per30Days} {...money} />
            <AmountField label="Price of one call" name="/limits/maxPrice" defaultValue={limits.maxPrice} {...money} />
          </div>
          <div className="field-row">
            <TextField
              label="Calls at once"
              name="/limits/concurrent"
              type="number"
              min={1}
              max={10_000}
              defaultValue={limits.concurrent?.toString()}
              {...unlimited}
            />
            <TextField
              label="Works until (UTC)"
              name="/limits/expiresAt"
              type="datetime-local"
              defaultValue={limits.expiresAt?.slice(0, 16)}
            />
          </div>
          <TextField
            label="Only these apps"
            name="/limits/apps"
            defaultValue={limits.apps?.join(' ')}
            placeholder="acme/search acme/maps"
            hint="publisher/app, separated by spaces. Empty: all that you have obtained."
          />
        </div>
      </details>
    </>
  )
}

function hasMore({ per30Days, maxPrice, concurrent, expiresAt, apps }: ApiKey['limits']): boolean {
  return [per30Days, maxPrice, concurrent, expiresAt, apps].some(value => value !== undefined)
}

/** The limits that a form asks for. What this form does not show (tools, loops) stays as it is. */
export function limitsIn(values: FormValues, { tools, loop }: ApiKey['limits']) {
  const {
    '/limits/total': total,
    '/limits/perDay': perDay,
    '/limits/per30Days': per30Days,
    '/limits/maxPrice': maxPrice,
  } = values
  const apps = values['/limits/apps']?.split(/[\s,]+/).filter(Boolean)
  const { '/limits/concurrent': concurrent, '/limits/expiresAt': expiresAt } = values
  return {
    ...(total !== undefined && { total }),
    ...(perDay !== undefined && { perDay }),
    ...(per30Days !== undefined && { per30Days }),
    ...(maxPrice !== undefined && { maxPrice }),
    ...(concurrent !== undefined && { concurrent: Number(concurrent) }),
    ...(expiresAt !== undefined && { expiresAt: new Date(`${expiresAt}Z`).toISOString() }),
    ...(apps !== undefined && apps.length > 0 && { apps }),
    ...(tools !== undefined && { tools: [...tools] }),
    ...(loop !== undefined && { loop }),
  }
}
