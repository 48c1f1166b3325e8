/** States of a circuit. */
export type CircuitState = 'closed' | 'open' | 'half_open'

/** What is known of one app's health. The functions below move it on; they know of no clock and no other app. */
export interface Circuit {
  state: CircuitState
  consecutiveFailures: number
  windowStartMs: number
  windowCalls: number
  windowFailures: number
  /** Buyers at whose calls it has failed: two at most, since it last was well, or probes began. */
  failedBuyers: string[]
  /** How often it has opened without closing in between. */
  openings: number
  openUntilMs: number
  probes: number
  probeSuccesses: number
}

const CONSECUTIVE_FAILURES_MAX = 5
const WINDOW_MS = 10_000
const WINDOW_CALLS_MIN = 20
const WINDOW_FAILURE_SHARE = 0.5
const PAUSE_MIN_MS = 5_000
const PAUSE_MAX_MS = 120_000
const PAUSE_JITTER = 0.2
/** One buyer's calls may fail for a reason that lies in them; they alone open nothing for the others. */
const BUYERS_TO_OPEN = 2
const PROBE_SUCCESSES_TO_CLOSE = 2
/** After the first probe has come through, this many at once. */
const PROBES_MAX = 3

/** A circuit that has seen nothing yet. */
export function closedCircuit(nowMs: number): Circuit {
  return {
    state: 'closed',
    consecutiveFailures: 0,
    windowStartMs: nowMs,
    windowCalls: 0,
    windowFailures: 0,
    failedBuyers: [],
    openings: 0,
    openUntilMs: 0,
    probes: 0,
    probeSuccesses: 0,
  }
}

/** Whether a call may pass, and whether it is one of the few that find out if the app is back. */
export function takeCall(circuit: Circuit, nowMs: number): 'pass' | 'probe' | 'refuse' {
  if (circuit.state === 'closed') return 'pass'
  if (circuit.state === 'open') {
    if (nowMs < circuit.openUntilMs) return 'refuse'
    circuit.state = 'half_open'
    circuit.failedBuyers = []
  }
  if (circuit.probes >= (circuit.probeSuccesses === 0 ? 1 : PROBES_MAX)) return 'refuse'
  circuit.probes += 1
  return 'probe'
}

/** Notes a success; answers whether it closes the circuit. */
export function noteSuccess(circuit: Circuit, nowMs: number): boolean {
  countCall(circuit, nowMs)
  circuit.consecutiveFailures = 0
  if (circuit.windowFailures === 0) circuit.failedBuyers = []
  if (circuit.state !== 'half_open') return false
  circuit.probeSuccesses += 1
  return circuit.probeSuccesses >= PROBE_SUCCESSES_TO_CLOSE
}

/**
 * Notes a failure; answers whether it opens the circuit. `buyerId` names whose call it failed at, if the call may be the
 * reason: then it takes another buyer's failure as well.
 */
export function noteFailure(circuit: Circuit, nowMs: number, buyerId?: string): boolean {
  countCall(circuit, nowMs)
  circuit.windowFailures += 1
  circuit.consecutiveFailures += 1
  if (buyerId !== undefined && !isShared(circuit, buyerId)) return false
  return circuit.state === 'half_open' || (circuit.state === 'closed' && hasFailedTooOften(circuit))
}

/** Opens a circuit, each time for longer; `random` (0 to 1) spreads processes. Answers for how long. */
export function open(circuit: Circuit, nowMs: number, random: number): number {
  const pause = Math.min(PAUSE_MIN_MS * 2 ** circuit.openings, PAUSE_MAX_MS)
  const pauseMs = pause * (1 - PAUSE_JITTER + 2 * PAUSE_JITTER * random)
  circuit.state = 'open'
  circuit.openings += 1
  circuit.openUntilMs = nowMs + pauseMs
  circuit.probes = 0
  circuit.probeSuccesses = 0
  return pauseMs
}

function isShared({ failedBuyers }: Circuit, buyerId: string): boolean {
  if (failedBuyers.length < BUYERS_TO_OPEN && !failedBuyers.includes(buyerId)) failedBuyers.push(buyerId)
  return failedBuyers.length >= BUYERS_TO_OPEN
}

function countCall(circuit: Circuit, nowMs: number): void {
  if (nowMs - circuit.windowStartMs >= WINDOW_MS) {
    circuit.windowStartMs = nowMs
    circuit.windowCalls = 0
    circuit.windowFailures = 0
    if (circuit.consecutiveFailures === 0) circuit.failedBuyers = []
  }
  circuit.windowCalls += 1
}

function hasFailedTooOften({ consecutiveFailures, windowCalls, windowFailures }: Circuit): boolean {
  if (consecutiveFailures >= CONSECUTIVE_FAILURES_MAX) return true
  return windowCalls >= WINDOW_CALLS_MIN && windowFailures >= windowCalls * WINDOW_FAILURE_SHARE
}
