import { eventually } from '@mtg/testing'
import { callCarefully, type Observed, type Outcome } from './load.ts'
import { type Buyer, EXACT_APP } from './market.ts'
import { type ExactTool, exactTools } from './publisher.ts'
import type { Random } from './random.ts'

/** A call in the books. */
interface BookedCall {
  readonly callId: string
  /** "publisher/app". */
  readonly app: string
  readonly tool: string
  /** Why it is not charged, where there is a word for it. */
  readonly outcome: string
}

/** What became of calls whose app has promised something. */
export interface PromiseVerdict {
  /** Requests whose result kept the promise, arrived and was charged. */
  readonly keptAndBilled: number
  /** The same, and free: at the gateway it had begun too late, or its form could not be verified. */
  readonly keptAndExcused: number
  /** Requests whose result arrived and broke the promise. */
  readonly brokenAndFree: number
  /** Captured calls that can only have broken the promise, whoever saw their answer. Must be none. */
  readonly brokenButBilled: readonly string[]
}

/** The app's circuit may still be open. */
const ANSWERED_WITHIN_MS = 60_000
const breaking: ReadonlySet<string> = new Set<ExactTool>(['break', 'late'])

/** Whether a request was for what always breaks its promise. */
export const isBreaking = ({ tool }: Pick<Outcome, 'tool'>): boolean => breaking.has(tool)

/**
 * Delivered results that kept the promise and may be free all the same: when they began is told by the gateway's clock, and it may not
 * have got the publisher's list.
 */
export function excusedCalls(outcomes: readonly Outcome[], booked: readonly BookedCall[]): ReadonlySet<string> {
  const unverified = booked.filter(({ app, outcome }) => app === EXACT_APP && outcome === 'promise_unverified')
  const slow = outcomes.filter(({ tool }) => tool === ('keep' satisfies ExactTool)).flatMap(one => [...one.slow])
  return new Set([...unverified.map(({ callId }) => callId), ...slow])
}

/** Has each promise kept and broken once more; over a run with many faults few such answers arrive. */
export async function askForPromises(
  buyers: readonly Buyer[],
  edgeUrls: readonly string[],
  random: Random,
  observed: Observed,
): Promise<void> {
  const buyer = buyers.find(({ kind, usesKeys }) => kind === 'plain' && usesKeys)
  if (buyer === undefined) throw new Error('no buyer calls with keys')
  for (const tool of exactTools) {
    await eventually(async () => {
      const code = await callCarefully({ edgeUrls, tool }, buyer, random, observed)
      if (code !== 'ok') throw new Error(`a call of ${tool} was answered with ${code}`)
    }, ANSWERED_WITHIN_MS)
  }
}

/** Holds the books against what was promised. */
export function judgePromises(
  billed: { has(callId: string): boolean },
  outcomes: readonly Outcome[],
  booked: readonly BookedCall[],
): PromiseVerdict {
  const isBilled = ({ delivered }: Outcome) => [...delivered].some(callId => billed.has(callId))
  const arrived = outcomes.filter(({ delivered }) => delivered.size > 0)
  const kept = arrived.filter(({ tool }) => tool === ('keep' satisfies ExactTool))
  return {
    keptAndBilled: kept.filter(isBilled).length,
    keptAndExcused: kept.filter(outcome => !isBilled(outcome)).length,
    brokenAndFree: arrived.filter(outcome => isBreaking(outcome) && !isBilled(outcome)).length,
    brokenButBilled: booked
      .filter(({ app, tool, callId }) => app === EXACT_APP && breaking.has(tool) && billed.has(callId))
      .map(({ callId, tool }) => `${callId} (${tool})`),
  }
}
