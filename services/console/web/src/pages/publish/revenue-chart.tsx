import type { ReactNode } from 'react'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { PublisherUsageSum } from '../../api/publisher-queries.ts'
import { shownAmount } from '../../lib/money.ts'
import { DAY_SECONDS, dayOf, shownDay } from '../../lib/time.ts'
import type { Measure } from './measures.ts'

interface RevenueChartProps {
  readonly items: readonly PublisherUsageSum[]
  readonly of: Measure
  readonly from: string
  readonly days: number
}

interface Point extends Pick<PublisherUsageSum, 'charged' | 'calls' | 'buyers'> {
  readonly name: string
  /** For the height of the bar alone. */
  readonly height: number
}

const axis = { stroke: 'var(--muted)', tickLine: false, axisLine: false, fontSize: 12 } as const
const COLOURS = { charged: 'var(--chart-1)', buyers: 'var(--chart-2)', calls: 'var(--chart-5)' } as const

/** A bar for each day. Its figures stand in the table below, for everybody who cannot see bars. */
export default function RevenueChart({ items, of, from, days }: RevenueChartProps): ReactNode {
  const shownHeight = (height: number) =>
    of === 'charged'
      ? `$${height.toLocaleString('en-US', { maximumFractionDigits: 4 })}`
      : height.toLocaleString('en-US', { notation: 'compact' })
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={pointsOf({ items, of, from, days })}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        accessibilityLayer
        title={`${of}, by day`}
      >
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis dataKey="name" {...axis} minTickGap={24} />
        <YAxis {...axis} width={64} tickFormatter={shownHeight} allowDecimals={of === 'charged'} />
        <Tooltip cursor={{ fill: 'var(--soft)' }} content={<PointTip />} isAnimationActive={false} />
        <Bar dataKey="height" fill={COLOURS[of]} radius={3} maxBarSize={34} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}

/** Days without calls are there, too: a gap is news. */
function pointsOf({ items, of, from, days }: RevenueChartProps): Point[] {
  const known = new Map(items.map(item => [item.group, item]))
  return Array.from({ length: days }, (_, index) => {
    const day = dayOf(new Date(Date.parse(from) + index * DAY_SECONDS * 1000).toISOString())
    const { charged = '0.00', calls = 0, buyers = 0 } = known.get(day) ?? {}
    const height = of === 'charged' ? Number(charged) : of === 'calls' ? calls : buyers
    return { name: shownDay(day), charged, calls, buyers, height }
  })
}

interface TipProps {
  readonly active?: boolean
  readonly payload?: readonly { readonly payload: Point }[]
}

function PointTip({ active = false, payload = [] }: TipProps): ReactNode {
  const point = payload[0]?.payload
  if (!active || point === undefined) return null
  const { name, charged, calls, buyers } = point
  return (
    <div className="popup chart-tip">
      <strong>{name}</strong>
      <span className="number">
        {shownAmount(charged)} · {calls.toLocaleString('en-US')} calls · {buyers.toLocaleString('en-US')}{' '}
        {buyers === 1 ? 'buyer' : 'buyers'}
      </span>
    </div>
  )
}
