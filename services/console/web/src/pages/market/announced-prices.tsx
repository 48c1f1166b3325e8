import type { ReactNode } from 'react'
import type { AppDetails } from '../../api/queries.ts'
import { shownAmount } from '../../lib/money.ts'
import { shownDate } from '../../lib/time.ts'

/** Prices that change soon. */
export function AnnouncedPrices({ prices }: { readonly prices: AppDetails['announcedPrices'] }): ReactNode {
  if (prices.length === 0) return null
  return (
    <section className="alert warn" aria-label="Announced prices">
      <ul className="stack tight">
        {prices.map(({ tool, oldPrice, newPrice, effectiveAt }) => (
          <li key={tool ?? ''}>
            {tool === null ? 'A call' : <code className="break">{tool}</code>} will cost {shownAmount(newPrice)} instead
            of {shownAmount(oldPrice)} from {shownDate(effectiveAt)} on. Until then nothing changes.
          </li>
        ))}
      </ul>
    </section>
  )
}
