import { toAppError } from '@mtg/errors'
import { createStaleFacts, type FactsChange } from '@mtg/events'
import type { Logger } from '@mtg/observability'
import { type Clock, uuidv7 } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'
import type { BillingClient, CallRef, ReserveRequest } from '../clients/billing.ts'
import type { ReservationTerms, TermsAhead } from '../clients/reservation-terms.ts'
import { GivingBack, type GivingBackOptions } from './giving-back.ts'
import { Pace } from './pace.ts'
import type { Settlement } from './settlement.ts'

/** Who reserves, and how many at most for calls of one kind. */
export interface ReservationsAheadOptions {
  readonly billing: Pick<BillingClient, 'reserveAhead' | 'reserveNext' | 'noteUnderWay' | 'releaseAhead'>
  /** While captures fail nothing is taken from what was reserved: the call is refused then, and not carried out for nothing. */
  readonly settlement: Pick<Settlement, 'isSteady'>
  /** Whether changes of what calls go by are told at present: nothing is kept for long otherwise. */
  readonly isTold: () => boolean
  readonly clock: Clock
  readonly log: Logger
  /** 0: none. */
  readonly callsMax: number
  /** Before each further attempt to give back. */
  readonly releasePausesMs?: GivingBackOptions['pausesMs']
}

/** Reservations that were made together, and have not been used yet. */
interface Spare extends TermsAhead {
  readonly callIds: string[]
  readonly usableUntilMs: number
  /** Of somebody who comes back after pauses. */
  readonly isNext: boolean
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
/** Next calls of all buyers are asked for together, once in so long. */
const NEXT_TURN_MS = 100
const MINUTE_MS = 60_000

/**
 * Reservations for calls that have not come yet, of buyers who call without a pause, and one for each who comes back after pauses of
 * some seconds: these calls wait for billing at their end only. Billing makes none where anybody could miss what is held for them, and
 * nobody is refused or charged otherwise than without.
 */
export class ReservationsAhead {
  readonly #options: ReservationsAheadOptions
  readonly #lines = new LRUCache<string, Map<string, Line>>({
    max: BUYERS_MAX,
    dispose: lines => lines.forEach(line => this.#drop(line)),
  })
  readonly #filled = new Set<Line>()
  readonly #background = new Set<Promise<void>>()
  readonly #givingBack: GivingBack
  /** Whose next call is asked for in the next turn, and which calls have come since the last one. */
  readonly #nextAsked: { readonly line: Line; readonly request: ReserveRequest }[] = []
  readonly #nextCame: CallRef[] = []
  #nextTurn: NodeJS.Timeout | undefined
  readonly #stopping = new AbortController()
  /** What was asked for before a change may be on its way. */
  readonly #stale = createStaleFacts()

  constructor(options: ReservationsAheadOptions) {
    this.#options = options
    const { billing, log, releasePausesMs } = options
    this.#givingBack = new GivingBack({ billing, log, ...(releasePausesMs && { pausesMs: releasePausesMs }) })
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
    if (wanted > 0) this.#askAhead(line, request, wanted)
    else if (this.#isNextWanted(line, nowMs)) this.#askNext(line, request)
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
    clearTimeout(this.#nextTurn)
    this.forget('everything')
    while (this.#background.size > 0) await Promise.allSettled(this.#background)
    await this.#givingBack.close()
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
      const isUsable = nowMs < spare.usableUntilMs && (!spare.isNext || this.#options.isTold())
      const callId = isUsable ? spare.callIds.pop() : undefined
      if (spare.callIds.length === 0 || callId === undefined) this.#end(line, spare)
      if (callId === undefined) continue
      if (spare.isNext) this.#nextCame.push({ callId, buyerId: line.buyerId })
      if (spare.isNext) this.#inNextTurn()
      return { ...spare.terms, callId }
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

  /** Windows are taken by the minute: what is held for a later one is of no use. */
  #isNextWanted(line: Line, nowMs: number): boolean {
    const { clock, isTold } = this.#options
    const restMs = line.pace.restMs()
    if (restMs === 0 || line.isAsking || nowMs < line.askAgainAtMs || left(line) > 0) return false
    return isTold() && !this.#stopping.signal.aborted && restMs < MINUTE_MS - (clock.nowMs() % MINUTE_MS)
  }

  #askAhead(line: Line, request: ReserveRequest, count: number): void {
    const { billing, clock } = this.#options
    const callIds = Array.from({ length: count }, () => uuidv7(clock.nowMs()))
    this.#inBackground(this.#ask(line, callIds, false, () => billing.reserveAhead(request, callIds)))
  }

  #askNext(line: Line, request: ReserveRequest): void {
    line.isAsking = true
    this.#nextAsked.push({ line, request })
    this.#inNextTurn()
  }

  #inNextTurn(): void {
    this.#nextTurn ??= setTimeout(() => this.#takeNextTurn(), NEXT_TURN_MS).unref()
  }

  #takeNextTurn(): void {
    const { billing, clock } = this.#options
    this.#nextTurn = undefined
    for (const call of this.#nextCame.splice(0)) this.#inBackground(this.#noteUnderWay(call))
    for (const { line, request } of this.#nextAsked.splice(0)) {
      const callId = uuidv7(clock.nowMs())
      this.#inBackground(this.#ask(line, [callId], true, () => billing.reserveNext({ ...request, callId })))
    }
  }

  /** Without it figures show the call when it is older than what is held for calls to come. */
  async #noteUnderWay(call: CallRef): Promise<void> {
    try {
      await this.#options.billing.noteUnderWay(call)
    } catch (thrown) {
      this.#options.log.debug({ err: toAppError(thrown), callId: call.callId }, 'a call is shown as under way late')
    }
  }

  async #ask(
    line: Line,
    callIds: string[],
    isNext: boolean,
    askBilling: () => Promise<TermsAhead | undefined>,
  ): Promise<void> {
    const { clock, log } = this.#options
    const mark = this.#stale.mark()
    const askedAtMs = clock.monotonicMs()
    line.isAsking = true
    try {
      const made = await askBilling()
      if (made === undefined) line.askAgainAtMs = clock.monotonicMs() + ASK_AGAIN_AFTER_MS
      else this.#keep(line, { ...made, callIds, isNext, usableUntilMs: askedAtMs + made.usableMs }, mark)
    } catch (thrown) {
      log.debug({ err: toAppError(thrown) }, 'nothing was reserved ahead')
      line.askAgainAtMs = clock.monotonicMs() + ASK_AGAIN_AFTER_MS
      // It may have happened all the same.
      this.#givingBack.begin({ buyerId: line.buyerId, callIds, places: undefined })
    } finally {
      line.isAsking = false
    }
  }

  #keep(line: Line, made: Omit<Spare, 'expiry'>, mark: number): void {
    if (this.#stale.isStale(mark, line.buyerId, line.publisher)) {
      this.#givingBack.begin({ buyerId: line.buyerId, callIds: made.callIds, places: made.places })
      return
    }
    const expiry = setTimeout(() => this.#expire(line, spare), made.usableMs).unref()
    const spare: Spare = { ...made, expiry }
    line.spares.push(spare)
    this.#filled.add(line)
  }

  #expire(line: Line, spare: Spare): void {
    if (spare.isNext) line.pace.stayAway()
    this.#end(line, spare)
  }

  #drop(line: Line): void {
    for (const spare of line.spares) this.#end(line, spare)
  }

  #end(line: Line, spare: Spare): void {
    clearTimeout(spare.expiry)
    line.spares = line.spares.filter(other => other !== spare)
    if (line.spares.length === 0) this.#filled.delete(line)
    const { callIds, places } = spare
    if (callIds.length > 0) this.#givingBack.begin({ buyerId: line.buyerId, callIds, places })
  }

  #inBackground(work: Promise<void>): void {
    this.#background.add(work)
    void work.finally(() => this.#background.delete(work))
  }
}

const left = (line: Line) => line.spares.reduce((sum, { callIds }) => sum + callIds.length, 0)
