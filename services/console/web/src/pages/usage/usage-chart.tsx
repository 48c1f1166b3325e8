import type { ReactNode } from 'react'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { UsageSum } from '../../api/queries.ts'
import { shownAmount } from '../../lib/money.ts'
import { DAY_SECONDS, dayOf, shownDay } from '../../lib/time.ts'
import type { Grouping } from './usage-search.ts'

interface UsageChartProps {
  readonly by: Grouping
  readonly items: readonly UsageSum[]
  readonly from: string
  readonly days: number
}

interface Point {
  readonly name: string
  readonly charged: string
  readonly calls: number
  /** For the height of the bar alone. */
  readonly height: number
}

const GROUPS_SHOWN_MAX = 12

/** Bars of what was spent. Its figures stand in the table below, for everybody who cannot see bars. */
export default function UsageChart({ by, items, from, days }: UsageChartProps): ReactNode {
  const points = by === 'day' ? everyDay(items, from, days) : items.slice(0, GROUPS_SHOWN_MAX).map(pointOf)
  const isByDay = by === 'day'
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={points}
        layout={isByDay ? 'horizontal' : 'vertical'}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        accessibilityLayer
        title={`Spent, by ${by}`}
      >
        <CartesianGrid stroke="var(--line)" vertical={!isByDay} horizontal={isByDay} />
        {isByDay ? (
          <>
            <XAxis dataKey="name" {...axis} minTickGap={24} />
            <YAxis {...axis} width={64} tickFormatter={shownHeight} />
          </>
        ) : (
          <>
            <XAxis type="number" {...axis} tickFormatter={shownHeight} />
            <YAxis type="category" dataKey="name" {...axis} width={150} />
          </>
        )}
        <Tooltip cursor={{ fill: 'var(--soft)' }} content={<PointTip />} isAnimationActive={false} />
        <Bar dataKey="height" fill="var(--chart-1)" radius={3} maxBarSize={34} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}

const axis = { stroke: 'var(--muted)', tickLine: false, axisLine: false, fontSize: 12 } as const

const shownHeight = (height: number) => `$${height.toLocaleString('en-US', { maximumFractionDigits: 4 })}`

const pointOf = ({ group, charged, calls }: UsageSum): Point => ({
  name: group,
  charged,
  calls,
  height: Number(charged),
})

/** Days without calls are there, too: a gap is news. */
function everyDay(items: readonly UsageSum[], from: string, days: number): Point[] {
  const known = new Map(items.map(item => [item.group, item]))
  return Array.from({ length: days }, (_, index) => {
    const day = dayOf(new Date(Date.parse(from) + index * DAY_SECONDS * 1000).toISOString())
    const { charged = '0.00', calls = 0 } = known.get(day) ?? {}
    return { name: shownDay(day), charged, calls, height: Number(charged) }
  })
}

interface TipProps {
  readonly active?: boolean
  readonly payload?: readonly { readonly payload: Point }[]
}

function PointTip({ active = false, payload = [] }: TipProps): ReactNode {
  const point = payload[0]?.payload
  if (!active || point === undefined) return null
  return (
    <div className="popup chart-tip">
      <strong className="break">{point.name}</strong>
      <span className="number">
        {shownAmount(point.charged)} · {point.calls.toLocaleString('en-US')} calls
      </span>
    </div>
  )
}
