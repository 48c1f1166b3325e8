import { setTimeout as sleep } from 'node:timers/promises'
import { toAppError } from '@mtg/errors'
import { createStaleFacts, type FactsChange } from '@mtg/events'
import type { Logger } from '@mtg/observability'
import { type Clock, uuidv7 } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'
import type { BillingClient, ReservationTerms, ReserveRequest, TermsAhead } from '../clients/billing.ts'
import { Pace } from './pace.ts'
import type { Settlement } from './settlement.ts'

/** Who reserves, and how many at most for calls of one kind. */
export interface ReservationsAheadOptions {
  readonly billing: Pick<BillingClient, 'reserveAhead' | 'releaseAhead'>
  /** While captures fail nothing is taken from what was reserved: the call is refused then, and not carried out for nothing. */
  readonly settlement: Pick<Settlement, 'isSteady'>
  readonly clock: Clock
  readonly log: Logger
  /** 0: none. */
  readonly callsMax: number
  /** Before each further attempt to give back. */
  readonly releasePausesMs?: readonly number[]
}

/** Reservations that were made together, and have not been used yet. */
interface Spare extends TermsAhead {
  readonly callIds: string[]
  readonly usableUntilMs: number
  readonly expiry: NodeJS.Timeout
}

/** Calls of one kind: a reservation for one is as good for another. */
interface Line {
  readonly buyerId: string
  readonly publisher: string
  readonly pace: Pace
  isAsking: boolean
  askAgainAtMs: number
  /** Oldest first. */
  spares: Spare[]
}

const BUYERS_MAX = 10_000
/** Of one buyer, who may name as many tools as there are words. */
const LINES_MAX = 32
/** For the calls of so long. */
const AHEAD_MS = 400
/** Fewer are not worth a question. */
const CALLS_MIN = 4
/** In one question, as billing allows. */
const QUESTION_CALLS_MAX = 128
/** Billing that makes none has a reason that lasts. */
const ASK_AGAIN_AFTER_MS = 1_000
const RELEASE_PAUSES_MS = [1_000, 5_000, 25_000]

/**
 * Reservations for calls that have not come yet, of buyers who call without a pause: these calls wait for billing at their end only.
 * Billing makes none where anybody could miss what is held for them, and nobody is refused or charged otherwise than without.
 */
export class ReservationsAhead {
  readonly #options: ReservationsAheadOptions
  readonly #lines = new LRUCache<string, Map<string, Line>>({
    max: BUYERS_MAX,
    dispose: lines => lines.forEach(line => this.#drop(line)),
  })
  readonly #filled = new Set<Line>()
  readonly #background = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  /** What was asked for before a change may be on its way. */
  readonly #stale = createStaleFacts()

  constructor(options: ReservationsAheadOptions) {
    this.#options = options
  }

  /** Notes a call; answers with what is reserved for it, under another call id, if anything is. */
  take(request: ReserveRequest): ReservationTerms | undefined {
    if (this.#options.callsMax === 0) return undefined
    const nowMs = this.#options.clock.monotonicMs()
    const line = this.#lineOf(request, nowMs)
    line.pace.note(nowMs)
    if (!this.#options.settlement.isSteady()) return undefined
    const terms = this.#next(line, nowMs)
    const wanted = this.#wanted(line, nowMs)
    if (wanted > 0) this.#inBackground(this.#ask(line, request, wanted))
    return terms
  }

  /** How many there are. */
  held(): number {
    let count = 0
    for (const line of this.#filled) count += left(line)
    return count
  }

  /** What calls go by may have changed: gives back what was reserved by it. */
  forget(change: FactsChange): void {
    this.#stale.note(change)
    if (change === 'everything') for (const line of this.#filled) this.#drop(line)
    else if ('buyerId' in change) this.#lines.peek(change.buyerId)?.forEach(line => this.#drop(line))
    else for (const line of this.#filled) if (line.publisher === change.publisher) this.#drop(line)
  }

  /** Gives everything back; what billing cannot take now expires there. */
  async close(): Promise<void> {
    this.#stopping.abort()
    this.forget('everything')
    while (this.#background.size > 0) await Promise.allSettled(this.#background)
  }

  #lineOf(request: ReserveRequest, nowMs: number): Line {
    const { buyerId, keyId, publisherUsername, appName, adapter, toolName, name } = request
    const kind = `${keyId}${adapter}/${publisherUsername}/${appName}/${toolName}\n${name}`
    let lines = this.#lines.get(buyerId)
    if (lines === undefined) {
      lines = new Map()
      this.#lines.set(buyerId, lines)
    }
    let line = lines.get(kind)
    if (line === undefined) {
      this.#makeRoom(lines)
      line = {
        buyerId,
        publisher: publisherUsername,
        pace: new Pace(nowMs),
        isAsking: false,
        askAgainAtMs: 0,
        spares: [],
      }
      lines.set(kind, line)
    }
    return line
  }

  /** The oldest line goes. */
  #makeRoom(lines: Map<string, Line>): void {
    const [oldest] = lines
    if (lines.size < LINES_MAX || oldest === undefined) return
    lines.delete(oldest[0])
    this.#drop(oldest[1])
  }

  #next(line: Line, nowMs: number): ReservationTerms | undefined {
    for (let spare = line.spares[0]; spare !== undefined; spare = line.spares[0]) {
      const callId = nowMs < spare.usableUntilMs ? spare.callIds.pop() : undefined
      if (spare.callIds.length === 0 || callId === undefined) this.#end(line, spare)
      if (callId !== undefined) return { ...spare.terms, callId }
    }
    return undefined
  }

  #wanted(line: Line, nowMs: number): number {
    if (line.isAsking || nowMs < line.askAgainAtMs) return 0
    const target = Math.min(this.#options.callsMax, line.pace.expectedWithin(AHEAD_MS))
    const held = left(line)
    return target < CALLS_MIN || held > target / 2 || this.#stopping.signal.aborted
      ? 0
      : Math.min(target - held, QUESTION_CALLS_MAX)
  }

  async #ask(line: Line, request: ReserveRequest, count: number): Promise<void> {
    const { billing, clock, log } = this.#options
    const mark = this.#stale.mark()
    const askedAtMs = clock.monotonicMs()
    const callIds = Array.from({ length: count }, () => uuidv7(clock.nowMs()))
    line.isAsking = true
    try {
      const made = await billing.reserveAhead(request, callIds)
      if (made === undefined) line.askAgainAtMs = clock.monotonicMs() + ASK_AGAIN_AFTER_MS
      else this.#keep(line, { ...made, callIds, usableUntilMs: askedAtMs + made.usableMs }, mark)
    } catch (thrown) {
      log.debug({ err: toAppError(thrown) }, 'nothing was reserved ahead')
      line.askAgainAtMs = clock.monotonicMs() + ASK_AGAIN_AFTER_MS
      // It may have happened all the same.
      this.#release(line.buyerId, callIds, undefined)
    } finally {
      line.isAsking = false
    }
  }

  #keep(line: Line, made: Omit<Spare, 'expiry'>, mark: number): void {
    if (this.#stale.isStale(mark, line.buyerId, line.publisher)) {
      this.#release(line.buyerId, made.callIds, made.places)
      return
    }
    const expiry = setTimeout(() => this.#end(line, spare), made.usableMs).unref()
    const spare: Spare = { ...made, expiry }
    line.spares.push(spare)
    this.#filled.add(line)
  }

  #drop(line: Line): void {
    for (const spare of line.spares) this.#end(line, spare)
  }

  #end(line: Line, spare: Spare): void {
    clearTimeout(spare.expiry)
    line.spares = line.spares.filter(other => other !== spare)
    if (line.spares.length === 0) this.#filled.delete(line)
    if (spare.callIds.length > 0) this.#release(line.buyerId, spare.callIds, spare.places)
  }

  #release(buyerId: string, callIds: readonly string[], places: TermsAhead['places']): void {
    this.#inBackground(this.#releaseUntilDone(buyerId, callIds, places))
  }

  async #releaseUntilDone(buyerId: string, callIds: readonly string[], places: TermsAhead['places']): Promise<void> {
    const { signal } = this.#stopping
    for (const pauseMs of [...(this.#options.releasePausesMs ?? RELEASE_PAUSES_MS), undefined]) {
      try {
        await this.#options.billing.releaseAhead(buyerId, callIds, places)
        return
      } catch (thrown) {
        if (pauseMs === undefined || signal.aborted) {
          const { log } = this.#options
          log.warn({ err: toAppError(thrown) }, 'reservations made ahead could not be given back: they will expire')
          return
        }
        await sleep(pauseMs, undefined, { ref: false, signal }).catch(() => undefined)
      }
    }
  }

  #inBackground(work: Promise<void>): void {
    this.#background.add(work)
    void work.finally(() => this.#background.delete(work))
  }
}

const left = (line: Line) => line.spares.reduce((sum, { callIds }) => sum + callIds.length, 0)
