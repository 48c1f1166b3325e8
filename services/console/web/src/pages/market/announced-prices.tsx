import type { ReactNode } from 'react'
import type { AppDetails } from '../../api/queries.ts'
import { shownAmount } from '../../lib/money.ts'
import { shownDate } from '../../lib/time.ts'

/** Prices that change soon. */
export function AnnouncedPrices({ app }: { readonly app: AppDetails }): ReactNode {
  if (app.announcedPrices.length === 0) return null
  return (
    <section className="alert warn" aria-label="Announced prices">
      <ul className="stack tight">
        {app.announcedPrices.map(({ tool, oldPrice, newPrice, effectiveAt }) => (
          <li key={tool ?? ''}>
            {tool === null ? 'A call' : <code>{tool}</code>} costs {shownAmount(newPrice)} instead of{' '}
            {shownAmount(oldPrice)} from {shownDate(effectiveAt)} on.
          </li>
        ))}
      </ul>
    </section>
  )
}
