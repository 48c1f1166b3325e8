import { createStaleFacts, type FactsChange } from '@mtg/events'
import type { Clock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'

/** Whom facts are about. */
export interface FactsQuestion {
  readonly buyerId: string
  /** Of the publisher; undefined: of none. */
  readonly username?: string
}

/** What is remembered of facts, and how long it is believed. */
export interface RememberedFactsOptions<Question, Facts> {
  readonly keyOf: (question: Question) => string
  /** Facts that are not kept take away those that were. */
  readonly mayKeep: (facts: Facts) => boolean
  /** At this moment. */
  readonly keepMs: () => number
}

/** When facts were read. */
interface ReadAt {
  readonly atMs: number
  /** Taken before. */
  readonly mark: number
}

/** What is known, for a moment. */
export interface RememberedFacts<Question, Facts> {
  find(question: Question, nowMs: number): Facts | undefined
  /** True for one call, when it is time to read it again: whoever gets it reads. */
  claimRenewal(question: Question, nowMs: number): boolean
  /** To be taken before facts are read. */
  mark(): number
  /** Remembers what may be kept, unless it has changed since it was read. */
  remember(question: Question, facts: Facts, read: ReadAt): void
  /** What is known of them is out of date, and so is what is being read. */
  forget(change: FactsChange): void
}

interface Entry<Facts> {
  readonly facts: Facts
  readonly read: ReadAt
  /** When the next call has it read again, without waiting for it. */
  renewAtMs: number
}

const ENTRIES_MAX = 50_000
/** From this share of its time on, what calls go by is read again beside them: who calls steadily never waits for it. */
const RENEW_FROM = 0.6
const RENEW_AGAIN_AFTER = 0.2

/** Nothing yet. */
export function createRememberedFacts<Question extends FactsQuestion, Facts>({
  keyOf,
  mayKeep,
  keepMs,
}: RememberedFactsOptions<Question, Facts>): RememberedFacts<Question, Facts> {
  const entries = new LRUCache<string, Entry<Facts>>({ max: ENTRIES_MAX })
  const stale = createStaleFacts()
  const isStale = ({ buyerId, username }: Question, mark: number) => stale.isStale(mark, buyerId, username)
  return {
    find(question, nowMs) {
      const known = entries.get(keyOf(question))
      if (known === undefined || nowMs - known.read.atMs >= keepMs()) return undefined
      return isStale(question, known.read.mark) ? undefined : known.facts
    },
    claimRenewal(question, nowMs) {
      const known = entries.get(keyOf(question))
      if (known === undefined || nowMs < known.renewAtMs) return false
      known.renewAtMs = nowMs + keepMs() * RENEW_AGAIN_AFTER
      return true
    },
    mark: () => stale.mark(),
    remember(question, facts, read) {
      if (mayKeep(facts) && !isStale(question, read.mark)) {
        entries.set(keyOf(question), { facts, read, renewAtMs: read.atMs + keepMs() * RENEW_FROM })
      } else entries.delete(keyOf(question))
    },
    forget: change => stale.note(change),
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
  const read = { atMs: clock.monotonicMs(), mark: remembered.mark() }
  return facts => remembered.remember(question, facts, read)
}

/** Finds facts out, unless they are remembered; `fresh` passes by what is. */
export function rememberLookups<Question, Facts>({ lookUp, remembered, clock }: LookupOptions<Question, Facts>) {
  async function read(question: Question, atMs: number): Promise<Facts> {
    const mark = remembered.mark()
    const facts = await lookUp(question)
    remembered.remember(question, facts, { atMs, mark })
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
