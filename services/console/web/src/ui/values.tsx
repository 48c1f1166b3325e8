import type { ReactNode } from 'react'
import { shownAmount } from '../lib/money.ts'
import { fromNow, shownTime } from '../lib/time.ts'
import { useNow } from './use-now.ts'

/** An amount of money. */
export function Money({ amount }: { readonly amount: string }): ReactNode {
  return <span className="number nowrap">{shownAmount(amount)}</span>
}

/** How long ago, or in how long; the exact time on hover. */
export function Ago({ time }: { readonly time: string }): ReactNode {
  const now = useNow(30_000)
  return (
    <time className="nowrap" dateTime={time} title={shownTime(time)}>
      {fromNow(time, now)}
    </time>
  )
}

type Tone = 'good' | 'warn' | 'bad' | 'accent' | undefined

/** A word about a state. */
export function Badge({ tone, children }: { readonly tone?: Tone; readonly children: ReactNode }): ReactNode {
  return <span className={tone === undefined ? 'badge' : `badge ${tone}`}>{children}</span>
}

/** Neither good nor bad: there is more to come, or the caller has ended it. */
const NEUTRAL: ReadonlySet<string> = new Set([
  'task',
  'task_cancelled',
  'input_required',
  'replayed',
  'buyer_left',
  'abandoned',
])

/** How a call ended, in the gateway's word for it. */
export function CodeBadge({ code }: { readonly code: string }): ReactNode {
  const tone = code === 'ok' ? 'good' : NEUTRAL.has(code) ? '' : 'bad'
  return <span className={`badge code ${tone}`}>{code}</span>
}

/** A place for something that is on its way. */
export function Skeleton({ width = '100%', height = '1em' }: { readonly width?: string; readonly height?: string }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />
}

interface StatProps {
  readonly label: string
  /** Undefined while it is loading. */
  readonly value: ReactNode
  readonly note?: ReactNode
  readonly isBad?: boolean
  /** Whether it could not be loaded: it is not awaited any more. */
  readonly isMissing?: boolean
}

/** One number, large. */
export function Stat({ label, value, note, isBad = false, isMissing = false }: StatProps): ReactNode {
  return (
    <div className="stat">
      <dt>{label}</dt>
      <dd className="stat-value">{value ?? (isMissing ? '–' : <Skeleton width="5rem" />)}</dd>
      <dd className={isBad ? 'stat-note bad' : 'stat-note'}>
        {isMissing && (value === undefined || value === null) ? 'could not be loaded' : note}
      </dd>
    </div>
  )
}
