import type { ReactNode } from 'react'
import type { ApiKey } from '../../api/queries.ts'
import { microsOf, percentOf, shownAmount } from '../../lib/money.ts'
import { MeterBar } from '../../ui/meter.tsx'

/** What of a key's limits is used, and the limits that have no meter. */
export function KeySpending({ apiKey }: { readonly apiKey: ApiKey }): ReactNode {
  const { limits, spending } = apiKey
  const meters = [
    { label: 'In all', limit: limits.total, used: spending?.total },
    { label: 'Today', limit: limits.perDay, used: spending?.today },
    { label: '30 days', limit: limits.per30Days, used: spending?.last30Days },
  ]
  const words = limitWords(limits)
  const isLimited = meters.some(({ limit }) => limit !== undefined) || words.length > 0
  if (!isLimited) return <span className="muted">No limits</span>
  return (
    <div className="key-meters">
      {meters.map(({ label, limit, used = '0.00' }) =>
        limit === undefined ? null : (
          <MeterBar
            key={label}
            label={label}
            percent={percentOf(microsOf(used), microsOf(limit))}
            text={`${shownAmount(used)} of ${shownAmount(limit)}`}
          />
        ),
      )}
      {words.length > 0 && <span className="muted break">{words.join(' · ')}</span>}
    </div>
  )
}

function limitWords({ maxPrice, apps, tools, concurrent, loop }: ApiKey['limits']): string[] {
  return [
    maxPrice === undefined ? [] : [`at most ${shownAmount(maxPrice)} a call`],
    apps === undefined ? [] : [`only ${apps.join(', ')}`],
    tools === undefined ? [] : [`only ${tools.join(', ')}`],
    concurrent === undefined ? [] : [`${concurrent} at once`],
    loop === undefined ? [] : [`stops after ${loop.calls} equal calls in ${loop.seconds} s`],
  ].flat()
}
