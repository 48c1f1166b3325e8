import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRefreshMs } from '../../api/live.ts'
import { outcomesQuery, type Purchase, type UsageSum, usageQuery, type Wallet } from '../../api/queries.ts'
import { amountOf, microsOf } from '../../lib/money.ts'
import { dayOf, daysAgo, fromNow, shownDate } from '../../lib/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { Money, Stat } from '../../ui/values.tsx'

const REFRESH_MS = 10_000
const BURN_DAYS = 7

/** What was asked for, as far as it has come. */
interface Asked<Data> {
  readonly data: Data | undefined
  readonly isError: boolean
}

interface HomeFiguresProps {
  readonly wallet: Asked<Wallet>
  readonly purchases: Asked<{ readonly items: readonly Purchase[] }>
}

/** The numbers that people open the console for. */
export function HomeFigures({
  wallet: { data: wallet, isError: isWalletMissing },
  purchases,
}: HomeFiguresProps): ReactNode {
  const now = useNow(60_000)
  const refreshMs = useRefreshMs(REFRESH_MS)
  const days = useQuery({
    ...usageQuery({ by: 'day', from: daysAgo(BURN_DAYS - 1, now) }),
    refetchInterval: refreshMs,
  })
  const outcomes = useQuery({ ...outcomesQuery({ from: daysAgo(0, now) }), refetchInterval: refreshMs })
  const today = dayOf(new Date(now).toISOString())
  const burn = days.data === undefined ? undefined : burnOf(days.data.items)
  const errors = outcomes.data?.items.filter(({ error }) => error).reduce((sum, { calls }) => sum + calls, 0)
  return (
    <dl className="stats">
      <Stat
        label="Available"
        value={wallet && <Money amount={wallet.available} />}
        note={wallet && heldNote(wallet)}
        isBad={wallet !== undefined && microsOf(wallet.available) <= 0n}
        isMissing={isWalletMissing}
      />
      <Stat
        label="Spend per day"
        value={burn === undefined ? undefined : <Money amount={amountOf(burn)} />}
        note={wallet && burn !== undefined && daysLeft(microsOf(wallet.available), burn)}
        isMissing={days.isError}
      />
      <Stat
        label="Charged calls today"
        value={days.data && chargedToday(days.data.items, today).toLocaleString('en-US')}
        note="since midnight UTC"
        isMissing={days.isError}
      />
      <Stat
        label="Errors today"
        value={errors?.toLocaleString('en-US')}
        note={errors === undefined || errors === 0 ? 'since midnight UTC' : 'none of them charged'}
        isMissing={outcomes.isError}
      />
      <Stat label="Next meter reset" {...nextReset(purchases.data?.items, now)} isMissing={purchases.isError} />
    </dl>
  )
}

function heldNote({ available, held }: Wallet): ReactNode {
  if (microsOf(available) <= 0n) return 'paid calls are refused: top up'
  if (microsOf(held) === 0n) return 'nothing held for calls under way'
  return (
    <>
      <Money amount={held} /> held for calls under way
    </>
  )
}

/** Of the days with calls alone: who began yesterday is not told a seventh of it. */
function burnOf(days: readonly UsageSum[]): bigint {
  if (days.length === 0) return 0n
  const sum = days.reduce((total, { charged }) => total + microsOf(charged), 0n)
  return sum / BigInt(days.length)
}

function daysLeft(available: bigint, burn: bigint): string {
  if (burn === 0n) return 'nothing was charged this week'
  const left = available / burn
  if (left > 365n) return 'more than a year is left'
  if (left === 0n) return 'less than a day is left'
  return left === 1n ? 'about 1 day left' : `about ${left} days left`
}

function chargedToday(days: readonly UsageSum[], today: string): number {
  return days.find(({ group }) => group === today)?.calls ?? 0
}

function nextReset(purchases: readonly Purchase[] | undefined, now: number) {
  if (purchases === undefined) return { value: undefined }
  const next = [...purchases].sort((a, b) => a.windowEndsAt.localeCompare(b.windowEndsAt))[0]
  if (next === undefined) return { value: '–', note: 'no active purchases' }
  return { value: fromNow(next.windowEndsAt, now), note: `${next.app}, ${shownDate(next.windowEndsAt)}` }
}
