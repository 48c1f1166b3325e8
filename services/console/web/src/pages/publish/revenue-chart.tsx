import type { ReactNode } from 'react'
import type { PublisherUsageSum } from '../../api/publisher-queries.ts'
import { shownAmount } from '../../lib/money.ts'
import { type BarPoint, Bars, everyDay, shownDollars } from '../../ui/bars.tsx'
import type { Measure } from './measures.ts'

interface RevenueChartProps {
  readonly items: readonly PublisherUsageSum[]
  readonly of: Measure
  readonly from: string
  readonly days: number
}

type Point = BarPoint & Pick<PublisherUsageSum, 'charged' | 'calls' | 'buyers'>

const COLOURS = { charged: 'var(--chart-1)', buyers: 'var(--chart-2)', calls: 'var(--chart-5)' } as const

/** A bar for each day. */
export default function RevenueChart({ items, of, from, days }: RevenueChartProps): ReactNode {
  const isMoney = of === 'charged'
  return (
    <Bars
      points={everyDay(items, { from, days }, (name, sum) => pointOf(name, sum, of))}
      title={`${of}, by day`}
      isByDay
      colour={COLOURS[of]}
      shownHeight={isMoney ? shownDollars : height => height.toLocaleString('en-US', { notation: 'compact' })}
      allowDecimals={isMoney}
      tip={tip}
    />
  )
}

function pointOf(name: string, sum: PublisherUsageSum | undefined, of: Measure): Point {
  const { charged = '0.00', calls = 0, buyers = 0 } = sum ?? {}
  return { name, charged, calls, buyers, height: { charged: Number(charged), calls, buyers }[of] }
}

const tip = ({ charged, calls, buyers }: Point) =>
  `${shownAmount(charged)} · ${calls.toLocaleString('en-US')} calls · ${buyers.toLocaleString('en-US')} ${buyers === 1 ? 'buyer' : 'buyers'}`
