import { performance } from 'node:perf_hooks'
import type { Logger, Metrics } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import type { RefusalCounts, ShedReason } from '../shed-refusals.ts'
import { createRecentUse } from './recent-use.ts'
import { createRefusalPace } from './refusal-pace.ts'
import { idleShed, isStrained, nextShed, type ShedLimits } from './shed-controller.ts'

/** How much there is to do, for whom, and whom to refuse when it is too much. Owners are buyers, or strangers' addresses. */
export interface Load {
  /** Counts a call of a buyer, or throws `overloaded` if it is among those who ask for too much. */
  admit(buyerId: string): void
  /** Counts what a buyer's call has cost beyond an ordinary one: the bytes of its body, the time for which it took a place. */
  spend(buyerId: string, cost: number): void
  /**
   * As `admit`, for a request of nobody known. Strangers are the first to go: an address gets a share of what a buyer may
   * have, once for its guesses and once for what needs no credential, so that a neighbour's guesses keep nobody from a token.
   */
  admitStranger(address: string, asks: 'guess' | 'visit'): void
  /** A call begins to wait for billing; the answer is for `waitEnded`. */
  waitBegan(): number
  waitEnded(beganAtMs: number): void
  /** Resolves when a refusal may be answered; undefined: now. */
  holdRefusal(owner: string): Promise<void> | undefined
  close(): void
}

/** What it needs. */
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
const STRANGERS_SHARE = 1 / 4

/** Begins to watch the process. All of it happens ten times a second; a call costs two look-ups in a Map. */
export function watchLoad(options: LoadOptions): Load {
  const { clock, log, refusals } = options
  const buyers = createRecentUse(TURN_MS)
  const strangers = createRecentUse(TURN_MS)
  const pace = createRefusalPace({
    turnMs: TURN_MS,
    perSecond: options.refusalsPerSecond,
    holdMs: options.refusalHoldMs,
  })
  const waits = createWaits(clock)
  const rounds = createRounds(clock)
  let shed = idleShed
  let hasRefused = false

  function extremes() {
    const { most, least } = buyers.extremes()
    return { most: Math.max(most, strangers.extremes().most), least }
  }

  function turn(): void {
    buyers.turn()
    strangers.turn()
    pace.turn()
    const signals = { ...rounds.take(), ...waits.take() }
    const sample = { ...signals, ...(isStrained(signals) ? extremes() : { most: 0, least: 0 }), hasRefused }
    hasRefused = false
    const before = shed
    shed = nextShed(before, sample, options.limits)
    if ((before.ceiling === Number.POSITIVE_INFINITY) !== (shed.ceiling === Number.POSITIVE_INFINITY)) {
      const begins = shed.ceiling !== Number.POSITIVE_INFINITY
      log.warn(
        { ...sample, ceiling: begins ? shed.ceiling : 0 },
        begins ? 'the heaviest are refused' : 'nobody is refused any more',
      )
    }
    rounds.probe()
  }

  function refuse(reason: ShedReason): never {
    hasRefused = true
    throw refusals.overloaded(reason)
  }

  const timer = setInterval(turn, TURN_MS)
  measure(options.metrics, { shed: () => shed, held: () => pace.held() })
  return {
    admit(buyerId) {
      if (shed.ceiling !== Number.POSITIVE_INFINITY && buyers.of(buyerId) > shed.ceiling) refuse('heavy_buyer')
      buyers.add(buyerId, 1)
    },
    spend: (buyerId, cost) => buyers.add(buyerId, cost),
    admitStranger(address, asks) {
      const owner = `${asks} ${address}`
      const ceiling = shed.ceiling * STRANGERS_SHARE
      if (ceiling !== Number.POSITIVE_INFINITY && strangers.of(owner) > ceiling) refuse('stranger')
      strangers.add(owner, 1)
    },
    waitBegan: () => waits.began(),
    waitEnded: beganAtMs => waits.ended(beganAtMs),
    holdRefusal: owner => pace.hold(owner),
    close: () => clearInterval(timer),
  }
}

/**
 * How long calls wait for billing, and how many at a time. These are counted by the time they have waited: callers fall into
 * step with billing's batches, so that at one moment all of them wait and at the next nobody does.
 */
function createWaits(clock: Clock) {
  let sumMs = 0
  let count = 0
  return {
    began: () => clock.monotonicMs(),
    ended(beganAtMs: number) {
      sumMs += clock.monotonicMs() - beganAtMs
      count += 1
    },
    take() {
      const waitMs = count === 0 ? 0 : sumMs / count
      const waiting = sumMs / TURN_MS
      sumMs = 0
      count = 0
      return { waitMs, waiting }
    },
  }
}

/** How long rounds of the event loop take, and how much of the time it works. */
function createRounds(clock: Clock) {
  let roundMs = 0
  let seen = performance.eventLoopUtilization()
  return {
    /** From one turn of the loop to the next: with something to do at once, it does not rest between them. */
    probe() {
      setImmediate(() => {
        const startedAtMs = clock.monotonicMs()
        setImmediate(() => {
          roundMs = clock.monotonicMs() - startedAtMs
        })
      })
    },
    take() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, seen)
      seen = now
      return { roundMs, busy: utilization }
    },
  }
}

function measure(metrics: Metrics, { shed, held }: { shed: () => typeof idleShed; held: () => number }): void {
  const gauge = (name: string, help: string, read: () => number) => metrics.gauge(name, help, [], read)
  gauge('mtg_edge_shedding', 'Whether the heaviest callers are refused: 1 or 0.', () =>
    shed().ceiling === Number.POSITIVE_INFINITY ? 0 : 1,
  )
  gauge('mtg_edge_loop_round_seconds', 'How long a round of the event loop takes.', () => shed().roundMs / 1000)
  gauge('mtg_edge_reserve_wait_seconds', "How long calls wait for billing's answer.", () => shed().waitMs / 1000)
  gauge('mtg_edge_held_refusals_under_way', 'Refusals that wait for a moment before they are answered.', held)
}
