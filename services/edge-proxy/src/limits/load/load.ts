import type { Logger, Metrics } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import type { RefusalCounts, ShedReason } from '../shed-refusals.ts'
import { BillingWaits } from './billing-waits.ts'
import { measureLoad } from './load-metrics.ts'
import { LoopRounds } from './loop-rounds.ts'
import { createRecentUse, type Extremes } from './recent-use.ts'
import { createRefusalPace, type RefusalPace } from './refusal-pace.ts'
import {
  idleShed,
  isShedding,
  isStrained,
  type LoadSample,
  NO_CEILING,
  nextShed,
  type ShedLimits,
} from './shed-controller.ts'
import { Turns } from './turns.ts'

/** How much there is to do, for whom, and whom to refuse when it is too much. Owners are buyers, or strangers' addresses. */
export interface Load {
  /** Counts a call of a buyer, or throws `overloaded` if it is among those who ask for too much. */
  accept(buyerId: string): void
  /** Counts what a buyer's call has cost beyond an ordinary one: the bytes of its body, the time for which it took a place. */
  spend(buyerId: string, cost: number): void
  /**
   * As `accept`, for a request that needs no credential. Strangers are the first to go: an address gets a share of what a buyer
   * may have, once for its visits and once for its guesses, so that a neighbour's guesses keep nobody from a token.
   */
  acceptVisit(address: string): void
  /**
   * Throws as `acceptVisit` does for an address whose guesses (`countGuess`) are among what is too much. It counts nothing: many
   * buyers may come from one network, and all of them at once when an edge has just started.
   */
  acceptGuess(address: string): void
  /** Counts a request whose credential was missing, or good for nothing. */
  countGuess(address: string): void
  /** A call begins to wait for billing; the answer is for `waitEnded`. */
  waitBegan(): number
  waitEnded(beganAtMs: number): void
  /** Resolves when a refusal may be answered; undefined: now. */
  holdRefusal(owner: string): Promise<void> | undefined
  close(): void
}

/** The bounds beyond which the heaviest callers are refused, and where that is counted and logged. */
export interface LoadOptions {
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  readonly refusals: RefusalCounts
  readonly limits: ShedLimits
  readonly refusalsPerSecond: number
  readonly refusalHoldMs: number
}

const TURN_MS = 100
/** With nobody asking for anything and hardly anything to do, the process is left to sleep. */
const REST_AFTER_MS = 2_000
const BUSY_AT_REST_MAX = 0.1
/** After so many turns what anybody has used is as good as nothing. */
const TURNS_REMEMBERED = 600
const STRANGERS_SHARE = 1 / 4
const visitsOf = (address: string) => `visit ${address}`
const guessesOf = (address: string) => `guess ${address}`

/** Begins to watch the process. All of it happens ten times a second while anybody calls; a call costs two look-ups in a Map. */
export function watchLoad(options: LoadOptions): Load {
  return new WatchedLoad(options)
}

class WatchedLoad implements Load {
  readonly #options: LoadOptions
  readonly #buyers = createRecentUse(TURN_MS)
  readonly #strangers = createRecentUse(TURN_MS)
  readonly #pace: RefusalPace
  readonly #waits: BillingWaits
  readonly #rounds: LoopRounds
  readonly #turns: Turns
  #shed = idleShed
  #hasRefused = false

  constructor(options: LoadOptions) {
    this.#options = options
    const { clock, metrics, refusalsPerSecond: perSecond, refusalHoldMs: holdMs } = options
    this.#pace = createRefusalPace({ turnMs: TURN_MS, perSecond, holdMs })
    this.#waits = new BillingWaits(clock, TURN_MS)
    this.#rounds = new LoopRounds(clock)
    this.#turns = new Turns({
      clock,
      turnMs: TURN_MS,
      restAfterMs: REST_AFTER_MS,
      turn: () => this.#turn(),
      resume: turnsLeftOut => this.#resume(turnsLeftOut),
    })
    measureLoad(
      metrics,
      () => this.#shed,
      () => this.#pace.held(),
    )
  }

  accept(buyerId: string): void {
    const { ceiling } = this.#shed
    this.#turns.used()
    if (ceiling !== NO_CEILING && this.#buyers.of(buyerId) > ceiling) this.#refuse('heavy_buyer')
    this.#buyers.add(buyerId, 1)
  }

  spend(buyerId: string, cost: number): void {
    this.#turns.used()
    this.#buyers.add(buyerId, cost)
  }

  acceptVisit(address: string): void {
    const owner = visitsOf(address)
    this.#turns.used()
    this.#checkStranger(owner)
    this.#strangers.add(owner, 1)
  }

  acceptGuess(address: string): void {
    this.#turns.used()
    this.#checkStranger(guessesOf(address))
  }

  countGuess(address: string): void {
    this.#strangers.add(guessesOf(address), 1)
  }

  waitBegan(): number {
    this.#turns.used()
    return this.#waits.began()
  }

  waitEnded(beganAtMs: number): void {
    this.#turns.used()
    this.#waits.ended(beganAtMs)
  }

  holdRefusal(owner: string): Promise<void> | undefined {
    this.#turns.used()
    return this.#pace.hold(owner)
  }

  close(): void {
    this.#turns.close()
  }

  #checkStranger(owner: string): void {
    const ceiling = this.#shed.ceiling * STRANGERS_SHARE
    if (ceiling !== NO_CEILING && this.#strangers.of(owner) > ceiling) this.#refuse('stranger')
  }

  /** Answers with whether there is anything to watch. */
  #turn(): boolean {
    this.#pass()
    const sample = this.#takeSample()
    const before = this.#shed
    this.#shed = nextShed(before, sample, this.#options.limits)
    if (isShedding(before) !== isShedding(this.#shed)) this.#logChange(sample)
    this.#rounds.probe()
    return isShedding(this.#shed) || sample.busy > BUSY_AT_REST_MAX || this.#pace.held() > 0
  }

  /** Time passes. */
  #pass(): void {
    this.#buyers.turn()
    this.#strangers.turn()
    this.#pace.turn()
  }

  /** What was used before has faded meanwhile, and how busy it is shows from now on. */
  #resume(turnsLeftOut: number): void {
    for (let left = Math.min(turnsLeftOut, TURNS_REMEMBERED); left > 0; left -= 1) this.#pass()
    this.#rounds.take()
  }

  /** Who asks for how much is only looked at while it may matter: that looks at all of them. */
  #takeSample(): LoadSample {
    const signals = { ...this.#rounds.take(), ...this.#waits.take() }
    const extremes = isStrained(signals) ? this.#extremes() : { most: 0, least: 0 }
    const sample = { ...signals, ...extremes, hasRefused: this.#hasRefused }
    this.#hasRefused = false
    return sample
  }

  #extremes(): Extremes {
    const { most, least } = this.#buyers.extremes()
    return { most: Math.max(most, this.#strangers.extremes().most), least }
  }

  #logChange(sample: LoadSample): void {
    const begins = isShedding(this.#shed)
    this.#options.log.warn(
      { ...sample, ceiling: begins ? this.#shed.ceiling : 0 },
      begins ? 'the heaviest are refused' : 'nobody is refused any more',
    )
  }

  #refuse(reason: ShedReason): never {
    this.#hasRefused = true
    throw this.#options.refusals.overloaded(reason)
  }
}
