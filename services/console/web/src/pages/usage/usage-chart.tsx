import type { ReactNode } from 'react'
import type { UsageSum } from '../../api/queries.ts'
import { shownAmount } from '../../lib/money.ts'
import { type BarPoint, Bars, everyDay, shownDollars } from '../../ui/bars.tsx'
import type { Grouping } from './usage-search.ts'

interface UsageChartProps {
  readonly by: Grouping
  readonly items: readonly UsageSum[]
  readonly from: string
  readonly days: number
}

type Point = BarPoint & Pick<UsageSum, 'charged' | 'calls'>

const GROUPS_SHOWN_MAX = 12

/** Bars of what was spent. */
export default function UsageChart({ by, items, from, days }: UsageChartProps): ReactNode {
  const isByDay = by === 'day'
  return (
    <Bars
      points={
        isByDay
          ? everyDay(items, { from, days }, pointOf)
          : items.slice(0, GROUPS_SHOWN_MAX).map(sum => pointOf(sum.group, sum))
      }
      title={`Spent, by ${by}`}
      isByDay={isByDay}
      colour="var(--chart-1)"
      shownHeight={shownDollars}
      tip={({ charged, calls }) => `${shownAmount(charged)} · ${calls.toLocaleString('en-US')} calls`}
    />
  )
}

function pointOf(name: string, sum: UsageSum | undefined): Point {
  const { charged = '0.00', calls = 0 } = sum ?? {}
  return { name, charged, calls, height: Number(charged) }
}
