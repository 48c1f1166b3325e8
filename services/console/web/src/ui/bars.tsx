import type { ReactElement, ReactNode } from 'react'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { DAY_SECONDS, dayOf, shownDay } from '../lib/time.ts'

/** A bar: its name beside the axis, and how high it is. */
export interface BarPoint {
  readonly name: string
  /** For the height of the bar alone. */
  readonly height: number
}

interface BarsProps<Point extends BarPoint> {
  readonly points: readonly Point[]
  readonly title: string
  /** Of days they stand upright in a row, of anything else they lie, below each other. */
  readonly isByDay: boolean
  readonly colour: string
  readonly shownHeight: (height: number) => string
  readonly allowDecimals?: boolean
  /** What stands below the name of a bar that is pointed at. */
  readonly tip: (point: Point) => ReactNode
}

const axis = { stroke: 'var(--muted)', tickLine: false, axisLine: false, fontSize: 12 } as const

const NAME_LENGTH_MAX = 20

/** Names differ at their ends: that is what is left of one that has no room. All of it stands in the tip and in the table. */
const shownName = (name: string) => (name.length > NAME_LENGTH_MAX ? `…${name.slice(1 - NAME_LENGTH_MAX)}` : name)

/** Dollars beside an axis. */
export const shownDollars = (height: number) => `$${height.toLocaleString('en-US', { maximumFractionDigits: 4 })}`

/** A chart of bars. Its figures stand in a table below it, for everybody who cannot see bars. */
export function Bars<Point extends BarPoint>(props: BarsProps<Point>): ReactNode {
  const { points, title, isByDay, colour, shownHeight, allowDecimals = true, tip } = props
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={points}
        layout={isByDay ? 'horizontal' : 'vertical'}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        accessibilityLayer
        title={title}
      >
        <CartesianGrid stroke="var(--line)" vertical={!isByDay} horizontal={isByDay} />
        {isByDay ? (
          <>
            <XAxis dataKey="name" {...axis} minTickGap={24} interval="equidistantPreserveStart" />
            <YAxis {...axis} width={64} tickFormatter={shownHeight} allowDecimals={allowDecimals} />
          </>
        ) : (
          <>
            <XAxis type="number" {...axis} tickFormatter={shownHeight} allowDecimals={allowDecimals} />
            <YAxis type="category" dataKey="name" {...axis} width={150} tickFormatter={shownName} />
          </>
        )}
        <Tooltip cursor={{ fill: 'var(--soft)' }} content={<Tip tip={tip} />} isAnimationActive={false} />
        <Bar dataKey="height" fill={colour} radius={3} maxBarSize={34} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}

interface TipProps<Point> {
  readonly tip: (point: Point) => ReactNode
  readonly active?: boolean
  readonly payload?: readonly { readonly payload: Point }[]
}

function Tip<Point extends BarPoint>({ tip, active = false, payload = [] }: TipProps<Point>): ReactElement | null {
  const point = payload[0]?.payload
  if (!active || point === undefined) return null
  return (
    <div className="popup chart-tip">
      <strong className="break">{point.name}</strong>
      <span className="number">{tip(point)}</span>
    </div>
  )
}

/** Every day of a span with what is known of it; days without anything are there, too: a gap is news. */
export function everyDay<Sum extends { readonly group: string }, Point>(
  sums: readonly Sum[],
  { from, days }: { readonly from: string; readonly days: number },
  pointOf: (name: string, sum: Sum | undefined) => Point,
): Point[] {
  const known = new Map(sums.map(sum => [sum.group, sum]))
  return Array.from({ length: days }, (_, index) => {
    const day = dayOf(new Date(Date.parse(from) + index * DAY_SECONDS * 1000).toISOString())
    return pointOf(shownDay(day), known.get(day))
  })
}
