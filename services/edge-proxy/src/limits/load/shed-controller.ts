/** What was seen of the process in one turn. */
export interface LoadSample {
  /** How long one round of the event loop takes: what is ready to be worked on waits for as long. */
  readonly roundMs: number
  /** Share of the time in which the event loop had something to do. */
  readonly busy: number
  /** How long calls have waited for billing's answer, on average. */
  readonly waitMs: number
  /** How many wait for it at a time, on average. */
  readonly waiting: number
  /** Recent use, calls a second, of whoever asks for most. */
  readonly most: number
  /** Of the buyer who asks for least; Infinity when there is none. */
  readonly least: number
  /** Whether anybody was refused in this turn. */
  readonly hasRefused: boolean
}

/** When there is too much to do. */
export interface ShedLimits {
  readonly roundMs: number
  readonly waitMs: number
  /** Nobody who uses less is ever refused. */
  readonly callsPerSecondMin: number
}

/** Who is refused: whoever has used more than `ceiling` calls a second lately. */
export interface ShedState {
  /** Without one (Infinity) nobody is. */
  readonly ceiling: number
  /** Smoothed over some turns. */
  readonly roundMs: number
  readonly waitMs: number
  /** The wait while hardly anybody waits: what billing and its disk take in any case. 0 while unknown. */
  readonly restWaitMs: number
  /** Turns in a row with too much to do. */
  readonly over: number
  /** Turns since anybody was refused. */
  readonly calm: number
}

/** The ceiling under which nobody is refused. */
export const NO_CEILING = Number.POSITIVE_INFINITY

/** The state at the start: nobody is refused. */
export const idleShed: ShedState = {
  ceiling: NO_CEILING,
  roundMs: 0,
  waitMs: 0,
  restWaitMs: 0,
  over: 0,
  calm: 0,
}

const SMOOTHING = 0.3
const BUSY_MIN = 0.6
/** Fewer are no queue, whatever they wait. */
const WAITING_MIN = 4
/** So many or fewer wait for nobody but billing itself. */
const RESTING_MAX = 0.5
const REST_SMOOTHING = 0.1
/** A wait below so many times the wait at rest is billing's slowness, which refusing does not help. */
const WAIT_OF_REST = 3
/** Turns that it must last: a burst, or a garbage collection, is no overload. */
const TURNS_MIN = 5
/** Somebody who uses so many times what another does keeps others waiting, not only themselves. */
const UNEQUAL = 8
/** Equals, and one alone, may wait so much longer, as they do for their own calls: saturation is no overload. */
const ROUND_PATIENCE_AMONG_EQUALS = 50
const WAIT_PATIENCE_AMONG_EQUALS = 200
const TIGHTEN = 0.8
const RELAX = 1.03
const TURNS_UNTIL_CALM = 30

/** Whether the heaviest are refused. */
export function isShedding({ ceiling }: ShedState): boolean {
  return ceiling !== NO_CEILING
}

/** Whether there may be too much to do; who asks for how much matters only then. */
export function isStrained({ busy, waiting }: Pick<LoadSample, 'busy' | 'waiting'>): boolean {
  return busy >= BUSY_MIN || waiting >= WAITING_MIN
}

/**
 * What the next turn refuses. Too much to do, for some turns, lowers the ceiling under whoever uses most, step by step; as
 * soon as the rest is worked off in time, it rises again. So the heaviest are refused first, as far as it takes, and
 * they get what is left over.
 */
export function nextShed(state: ShedState, sample: LoadSample, limits: ShedLimits): ShedState {
  const roundMs = smooth(state.roundMs, sample.roundMs)
  const waitMs = smooth(state.waitMs, sample.waitMs)
  const restWaitMs = restOf(state.restWaitMs, sample)
  const over = isOver({ roundMs, waitMs, restWaitMs }, sample, limits) ? state.over + 1 : 0
  const calm = sample.hasRefused ? 0 : state.calm + 1
  return {
    roundMs,
    waitMs,
    restWaitMs,
    over,
    calm,
    ceiling: ceilingOf(state.ceiling, { over, calm }, sample.most, limits),
  }
}

function ceilingOf(
  before: number,
  { over, calm }: Pick<ShedState, 'over' | 'calm'>,
  most: number,
  limits: ShedLimits,
): number {
  if (over >= TURNS_MIN) {
    const lower = Math.max(limits.callsPerSecondMin, Math.min(before, most) * TIGHTEN)
    return lower < most || before !== NO_CEILING ? lower : before
  }
  if (before === NO_CEILING || calm >= TURNS_UNTIL_CALM) return NO_CEILING
  return over > 0 ? before : before * RELAX
}

function restOf(before: number, { waiting, waitMs }: LoadSample): number {
  if (waiting > RESTING_MAX || waitMs === 0) return before
  return before === 0 ? waitMs : before + (waitMs - before) * REST_SMOOTHING
}

function isOver(
  { roundMs, waitMs, restWaitMs }: Pick<ShedState, 'roundMs' | 'waitMs' | 'restWaitMs'>,
  { busy, waiting, most, least }: LoadSample,
  limits: ShedLimits,
): boolean {
  const isUnequal = most >= least * UNEQUAL
  const roundMsMax = limits.roundMs * (isUnequal ? 1 : ROUND_PATIENCE_AMONG_EQUALS)
  const waitMsMax = Math.max(limits.waitMs, restWaitMs * WAIT_OF_REST) * (isUnequal ? 1 : WAIT_PATIENCE_AMONG_EQUALS)
  return (busy >= BUSY_MIN && roundMs > roundMsMax) || (waiting >= WAITING_MIN && waitMs > waitMsMax)
}

function smooth(before: number, value: number): number {
  return before + (value - before) * SMOOTHING
}
