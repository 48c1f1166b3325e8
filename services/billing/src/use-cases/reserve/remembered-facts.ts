import type { Clock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'

/** What is remembered of facts, and how long it is believed. */
export interface RememberedFactsOptions<Question, Facts> {
  readonly keyOf: (question: Question) => string
  /** Facts that are not kept take away those that were. */
  readonly mayKeep: (facts: Facts) => boolean
  /** At this moment. */
  readonly keepMs: () => number
}

/** What is known, for a moment. */
export interface RememberedFacts<Question, Facts> {
  find(question: Question, nowMs: number): Facts | undefined
  /** True for one call, when it is time to read it again: whoever gets it reads. */
  claimRenewal(question: Question, nowMs: number): boolean
  /** Grows each time that everything is forgotten: what was read under an earlier one may be out of date. */
  readonly generation: number
  /** Remembers what may be kept, if nothing was forgotten since it was read. */
  remember(question: Question, facts: Facts, read: { readonly atMs: number; readonly generation: number }): void
  forgetAll(): void
}

interface Entry<Facts> {
  readonly facts: Facts
  readonly readAtMs: number
  /** When the next call has it read again, without waiting for it. */
  renewAtMs: number
}

const ENTRIES_MAX = 50_000
/** From this share of its time on, what calls go by is read again beside them: who calls steadily never waits for it. */
const RENEW_FROM = 0.6
const RENEW_AGAIN_AFTER = 0.2

/** Nothing yet. */
export function createRememberedFacts<Question, Facts>({
  keyOf,
  mayKeep,
  keepMs,
}: RememberedFactsOptions<Question, Facts>): RememberedFacts<Question, Facts> {
  const entries = new LRUCache<string, Entry<Facts>>({ max: ENTRIES_MAX })
  let generation = 0
  return {
    find(question, nowMs) {
      const known = entries.get(keyOf(question))
      return known !== undefined && nowMs - known.readAtMs < keepMs() ? known.facts : undefined
    },
    claimRenewal(question, nowMs) {
      const known = entries.get(keyOf(question))
      if (known === undefined || nowMs < known.renewAtMs) return false
      known.renewAtMs = nowMs + keepMs() * RENEW_AGAIN_AFTER
      return true
    },
    get generation() {
      return generation
    },
    remember(question, facts, read) {
      if (mayKeep(facts) && read.generation === generation) {
        const renewAtMs = read.atMs + keepMs() * RENEW_FROM
        entries.set(keyOf(question), { facts, readAtMs: read.atMs, renewAtMs })
      } else entries.delete(keyOf(question))
    },
    forgetAll() {
      generation += 1
      entries.clear()
    },
  }
}

/** How facts are found out, and where they are remembered. */
export interface LookupOptions<Question, Facts> {
  readonly lookUp: (question: Question) => Promise<Facts>
  readonly remembered: RememberedFacts<Question, Facts>
  readonly clock: Clock
}

/** Whoever is about to find facts out by another way says so; what is found is told to the answer, and remembered. */
export function learnFacts<Question, Facts>(
  remembered: RememberedFacts<Question, Facts>,
  question: Question,
  clock: Clock,
): (facts: Facts) => void {
  const read = { atMs: clock.monotonicMs(), generation: remembered.generation }
  return facts => remembered.remember(question, facts, read)
}

/** Finds facts out, unless they are remembered; `fresh` passes by what is. */
export function rememberLookups<Question, Facts>({ lookUp, remembered, clock }: LookupOptions<Question, Facts>) {
  async function read(question: Question, atMs: number): Promise<Facts> {
    const { generation } = remembered
    const facts = await lookUp(question)
    remembered.remember(question, facts, { atMs, generation })
    return facts
  }

  return async (question: Question, { fresh }: { readonly fresh: boolean }): Promise<Facts> => {
    const atMs = clock.monotonicMs()
    const known = fresh ? undefined : remembered.find(question, atMs)
    if (known === undefined) return await read(question, atMs)
    // While it cannot be read, what is known holds until its time is over.
    if (remembered.claimRenewal(question, atMs)) read(question, atMs).catch(() => {})
    return known
  }
}
