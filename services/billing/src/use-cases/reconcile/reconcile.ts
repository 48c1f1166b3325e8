import { uuidv7Floor } from '@mtg/primitives'
import { boundsOf, type IdRange } from '../../domain/id-ranges.ts'
import { databaseNowMs } from '../../store/database-clock.ts'
import type { Lease } from '../../store/reconciliation-lease.ts'
import { droppedUntilMs } from '../../store/settled/periods.ts'
import { type CompareDeps, compareCalls, differingRanges } from './find-differences.ts'
import { type RepairDeps, type Repaired, repairMissing } from './repair-missing.ts'
import { resolveUnconfirmed, retractCorrected, retractUnknown, type UnknownCalls } from './retract.ts'
import { untilSecondLook } from './second-look.ts'

/** What reconciling found. */
export interface Findings {
  captured: number
  /** Captured calls without usage record. */
  missing: number
  /** Missing ones that have a record now. */
  repaired: number
  /** The first of the others that metering refused, and why. */
  refusal: Repaired['refusal']
  /** Usage records of calls that billing does not know: something is badly wrong. */
  surplus: number
  /** Those that are gone now. */
  surplusRetracted: number
  /** A few of their call ids. */
  surplusSample: string[]
  /** Usage records of calls whose charge was given back later, which are gone now. */
  retracted: number
}

/** Which calls, by the time in their ids. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Of what is as young as that, some may still be on its way. */
const TRAVEL_MS = 60_000
const SURPLUS_PER_LOOK = 5000
/** Ranges of some thousands of calls each, whose missing calls are remembered from one look to the next. */
const YOUNG_PER_LOOK = 20

/**
 * Compares captured calls with usage records, range by range of call ids. Records that are missing are rebuilt from the
 * reservation and stored; storing one that arrives meanwhile is harmless. Records of calls whose charge was given back, or that
 * billing does not know at all, are taken away. Without a lease nothing is changed. Memory is bounded, whatever is missing.
 */
export async function reconcile(deps: CompareDeps, asked: Span, lease: Lease | undefined): Promise<Findings> {
  // Records outlive calls that were dropped: nothing can be said of those.
  const span = { ...asked, fromMs: Math.max(asked.fromMs, await droppedUntilMs(deps.db)) }
  const run: RepairDeps = { ...deps, renewLease: async () => lease?.renew() }
  const isDryRun = lease === undefined
  const found = createFindings()
  if (!isDryRun) found.retracted = await retractCorrected(run, span.fromMs)
  await compareSpan(run, span, found, isDryRun)
  for await (const unknown of resolveUnconfirmed(run, isDryRun)) noteUnknown(found, unknown)
  return found
}

async function compareSpan(run: RepairDeps, { fromMs, toMs }: Span, found: Findings, isDryRun: boolean): Promise<void> {
  const look = createLook(run, found, isDryRun)
  const young: IdRange[] = []
  const youngFrom = uuidv7Floor(Math.min(toMs, await databaseNowMs(run.db)) - TRAVEL_MS)
  for await (const range of differingRanges(run, boundsOf(fromMs, toMs), count => (found.captured += count))) {
    if (range.to > youngFrom) young.push(range)
    else await look.at(range)
  }
  for (let start = 0; start < young.length; start += YOUNG_PER_LOOK) {
    await lookTwice(run, young.slice(start, start + YOUNG_PER_LOOK), look)
  }
  await look.end()
}

/** Records travel: what is only on its way is neither missing nor surplus, nor is what was captured since the first look. */
async function lookTwice(run: RepairDeps, ranges: readonly IdRange[], look: Look): Promise<void> {
  const before: (readonly [IdRange, ReadonlySet<string>])[] = []
  for (const range of ranges) before.push([range, new Set((await compareCalls(run, range)).missing)])
  await untilSecondLook()
  for (const [range, missing] of before) await look.at(range, callId => missing.has(callId))
}

/** Looks at ranges, one after the other. */
interface Look {
  /** Missing is what has no record now, and what `wasMissing` says. */
  at(range: IdRange, wasMissing?: (callId: string) => boolean): Promise<void>
  end(): Promise<void>
}

/** Looks at ranges call by call, and repairs what it finds; surplus records are judged many at once. */
function createLook(run: RepairDeps, found: Findings, isDryRun: boolean): Look {
  let surplus: string[] = []

  async function judgeSurplus(): Promise<void> {
    for (let start = 0; start < surplus.length; start += SURPLUS_PER_LOOK) {
      noteUnknown(found, await retractUnknown(run, surplus.slice(start, start + SURPLUS_PER_LOOK), isDryRun))
    }
    surplus = []
  }

  return {
    async at(range, wasMissing = () => true) {
      const difference = await compareCalls(run, range)
      const missing = difference.missing.filter(wasMissing)
      found.missing += missing.length
      if (!isDryRun) {
        const { repairedCount, refusal } = await repairMissing(run, missing)
        found.repaired += repairedCount
        found.refusal ??= refusal
      }
      surplus.push(...difference.surplus)
      if (surplus.length >= SURPLUS_PER_LOOK) await judgeSurplus()
    },
    end: judgeSurplus,
  }
}

function noteUnknown(found: Findings, { count, retractedCount, sample }: UnknownCalls): void {
  found.surplus += count
  found.surplusRetracted += retractedCount
  if (found.surplusSample.length === 0) found.surplusSample.push(...sample)
}

function createFindings(): Findings {
  return {
    captured: 0,
    missing: 0,
    repaired: 0,
    refusal: undefined,
    surplus: 0,
    surplusRetracted: 0,
    surplusSample: [],
    retracted: 0,
  }
}
