import type { ReactNode } from 'react'
import type { AppDetails } from '../../api/queries.ts'
import { Card } from '../../ui/page.tsx'
import { Badge, Stat } from '../../ui/values.tsx'

type Quality = AppDetails['quality']

const FINE_FROM = 0.99
const FAIR_FROM = 0.95

const toneOf = (rate: number) => (rate >= FINE_FROM ? 'good' : rate >= FAIR_FROM ? 'warn' : 'bad')

/** Rounded down, as the API does: 100 % are told of an app none of whose calls failed. */
function shownRate(rate: number): string {
  const percent = Math.floor(rate * 1000) / 10
  return `${percent.toLocaleString('en-US')} %`
}

const shownMs = (ms: number) =>
  ms < 1000 ? `${ms} ms` : `${(ms / 1000).toLocaleString('en-US', { maximumFractionDigits: 1 })} s`

/** How well an app does, in a word; nothing where nothing is told of it. */
export function QualityBadge({ quality }: { readonly quality: Quality }): ReactNode {
  const { successRate, p50Ms } = quality
  if (successRate === null) return null
  return (
    <>
      <Badge tone={toneOf(successRate)}>{shownRate(successRate)} succeed</Badge>
      {p50Ms !== null && <span className="muted nowrap">{shownMs(p50Ms)}</span>}
    </>
  )
}

/** How well an app does, and what that is measured by. */
export function QualityCard({ quality }: { readonly quality: Quality }): ReactNode {
  const { status, successRate, p50Ms, p95Ms, refunds, sampleSize, windowDays, buyersMin } = quality
  if (status === 'unavailable') return null
  if (status !== 'measured' || sampleSize === null) {
    return (
      <Card
        title="Quality"
        text={`Told once ${buyersMin ?? 'some'} buyers have paid for calls, so that it is never about a single one.`}
      >
        <p className="muted">Not enough buyers in the last {windowDays ?? 30} days.</p>
      </Card>
    )
  }
  return (
    <Card
      title="Quality"
      text={`${sampleSize.toLocaleString('en-US')} paid calls of the last ${windowDays ?? 30} days, without its publisher’s own.`}
    >
      <dl className="stats plain">
        <Stat
          label="Succeeded"
          value={successRate === null ? '–' : shownRate(successRate)}
          note="of what its publisher answers for"
          isBad={successRate !== null && toneOf(successRate) === 'bad'}
        />
        <Stat label="Half answer within" value={p50Ms === null ? '–' : shownMs(p50Ms)} note="median" />
        <Stat label="Nearly all within" value={p95Ms === null ? '–' : shownMs(p95Ms)} note="95 of 100" />
        <Stat label="Given back" value={(refunds ?? 0).toLocaleString('en-US')} note="charges refunded" />
      </dl>
    </Card>
  )
}
