import { setTimeout as pause } from 'node:timers/promises'
import type { metering } from '@mtg/contracts'
import type { Database } from '@mtg/postgres'
import { uuidv7Floor } from '@mtg/primitives'
import type { ServiceClient } from '@mtg/rpc'
import { boundsOf, type IdRange } from '../../domain/id-ranges.ts'
import type { Lease } from '../../store/reconciliation-lease.ts'
import { type CompareDeps, compareCalls, differingRanges } from './differences.ts'
import { type Repaired, repair } from './repair.ts'
import { judgeUnconfirmed, retractCorrected, takeUnknownAway, type Unknown } from './take-away.ts'

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

/** What reconciling stands on. */
export interface ReconcileDeps {
  readonly db: Database
  readonly metering: ServiceClient<metering.UsageServiceDefinition>
}

/** Which calls, by the time in their ids. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

type RunDeps = CompareDeps & { readonly renew: () => Promise<void> }

/** Of what is as young as that, some may still be on its way. */
const TRAVEL_MS = 60_000
const SECOND_LOOK_AFTER_MS = 1500
const SURPLUS_PER_LOOK = 5000

/**
 * Compares captured calls with usage records, range by range of call ids. Records that are missing are rebuilt from the
 * reservation and stored; storing one that arrives meanwhile is harmless. Records of calls whose charge was given back, or that
 * billing does not know at all, are taken away. Without a lease nothing is changed. Memory is bounded, whatever is missing.
 */
export async function reconcile(deps: ReconcileDeps, span: Span, lease: Lease | undefined): Promise<Findings> {
  const run: RunDeps = { ...deps, renew: async () => lease?.renew() }
  const found = createFindings()
  if (lease !== undefined) found.retracted = await retractCorrected(run, span.fromMs)
  const look = createLook(run, found, lease === undefined)
  const young: IdRange[] = []
  const youngFrom = uuidv7Floor(span.toMs - TRAVEL_MS)
  const bounds = boundsOf(span.fromMs, span.toMs)
  for await (const range of differingRanges(run, bounds, count => (found.captured += count))) {
    if (range.to > youngFrom) young.push(range)
    else await look.at(range)
  }
  if (young.length > 0) {
    // Records travel: what is only on its way is neither missing nor surplus.
    await pause(SECOND_LOOK_AFTER_MS)
    for (const range of young) await look.at(range)
  }
  await look.end()
  for await (const unknown of judgeUnconfirmed(run, lease === undefined)) noteUnknown(found, unknown)
  return found
}

/** Looks at ranges call by call. */
function createLook(run: RunDeps, found: Findings, dryRun: boolean) {
  let surplus: string[] = []

  async function judgeSurplus(): Promise<void> {
    for (let start = 0; start < surplus.length; start += SURPLUS_PER_LOOK) {
      noteUnknown(found, await takeUnknownAway(run, surplus.slice(start, start + SURPLUS_PER_LOOK), dryRun))
    }
    surplus = []
  }

  return {
    async at(range: IdRange): Promise<void> {
      const difference = await compareCalls(run, range)
      found.missing += difference.missing.length
      if (!dryRun) {
        const { repaired, refusal } = await repair(run, difference.missing)
        found.repaired += repaired
        found.refusal ??= refusal
      }
      surplus.push(...difference.surplus)
      if (surplus.length >= SURPLUS_PER_LOOK) await judgeSurplus()
    },
    end: judgeSurplus,
  }
}

function noteUnknown(found: Findings, { count, retracted, sample }: Unknown): void {
  found.surplus += count
  found.surplusRetracted += retracted
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
