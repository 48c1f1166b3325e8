import { appError } from '@mtg/errors'
import type { Clock, Logger } from '@mtg/runtime'
import { LRUCache } from 'lru-cache'

/** States of a circuit. */
export type CircuitState = 'closed' | 'open' | 'half_open'

/** A circuit that is not healthy, for operators. */
export interface CircuitReport {
  readonly app: string
  readonly state: CircuitState
  readonly consecutiveFailures: number
  /** Until calls are let through again; 0 unless open. */
  readonly retryInMs: number
}

/** Leave to make one call. Exactly one of the three ends it; later ones are ignored, but a failure always counts. */
export interface Permit {
  succeed(): void
  fail(): void
  /** Says nothing about the app: the buyer left, say. */
  cancel(): void
}

/** One circuit per app: after repeated failures calls are refused at once, until a probe succeeds. */
export interface Circuits {
  /** Throws `app_offline` while the app's circuit is open. */
  enter(app: string): Permit
  /** Those that are not closed, or have failures. */
  list(): CircuitReport[]
  /** Closes a circuit; false when it was closed. */
  reset(app: string): boolean
  count(state: CircuitState): number
}

/** What circuits need. */
export interface CircuitOptions {
  readonly clock: Clock
  readonly log: Logger
  /** Between 0 and 1; tests give their own. */
  readonly random?: () => number
}

interface Circuit {
  state: CircuitState
  consecutiveFailures: number
  windowStartMs: number
  windowCalls: number
  windowFailures: number
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
const PROBE_SUCCESSES_TO_CLOSE = 2
/** After the first probe has come through, this many at once. */
const PROBES_MAX = 3
const APPS_MAX = 10_000

/** Makes the circuits of one edge process; they share nothing with other processes. */
export function createCircuits({ clock, log, random = Math.random }: CircuitOptions): Circuits {
  const circuits = new LRUCache<string, Circuit>({ max: APPS_MAX })

  const circuitOf = (app: string): Circuit => {
    const known = circuits.get(app)
    if (known !== undefined) return known
    const circuit = closedCircuit(clock.monotonicMs())
    circuits.set(app, circuit)
    return circuit
  }

  function open(app: string, circuit: Circuit): void {
    const pause = Math.min(PAUSE_MIN_MS * 2 ** circuit.openings, PAUSE_MAX_MS)
    const pauseMs = pause * (1 - PAUSE_JITTER + 2 * PAUSE_JITTER * random())
    circuit.state = 'open'
    circuit.openings += 1
    circuit.openUntilMs = clock.monotonicMs() + pauseMs
    circuit.probes = 0
    circuit.probeSuccesses = 0
    log.warn({ app, pauseMs: Math.round(pauseMs) }, 'circuit opened')
  }

  function close(app: string): void {
    circuits.set(app, closedCircuit(clock.monotonicMs()))
    log.info({ app }, 'circuit closed')
  }

  function onFailure(app: string): void {
    const circuit = circuitOf(app)
    countCall(circuit, clock.monotonicMs())
    circuit.windowFailures += 1
    circuit.consecutiveFailures += 1
    if (circuit.state === 'half_open' || (circuit.state === 'closed' && hasFailedTooOften(circuit))) open(app, circuit)
  }

  function onSuccess(app: string): void {
    const circuit = circuitOf(app)
    countCall(circuit, clock.monotonicMs())
    circuit.consecutiveFailures = 0
    if (circuit.state !== 'half_open') return
    circuit.probeSuccesses += 1
    if (circuit.probeSuccesses >= PROBE_SUCCESSES_TO_CLOSE) close(app)
  }

  function admit(app: string): boolean {
    const circuit = circuitOf(app)
    if (circuit.state === 'closed') return false
    const offline = () => appError('app_offline', { detail: { app, consecutiveFailures: circuit.consecutiveFailures } })
    if (circuit.state === 'open') {
      if (clock.monotonicMs() < circuit.openUntilMs) throw offline()
      circuit.state = 'half_open'
    }
    if (circuit.probes >= (circuit.probeSuccesses === 0 ? 1 : PROBES_MAX)) throw offline()
    circuit.probes += 1
    return true
  }

  return {
    enter(app) {
      const isProbe = admit(app)
      let ended = false
      const end = () => {
        if (ended) return false
        ended = true
        const circuit = circuitOf(app)
        if (isProbe && circuit.probes > 0) circuit.probes -= 1
        return true
      }
      return {
        succeed() {
          if (end()) onSuccess(app)
        },
        fail() {
          end()
          onFailure(app)
        },
        cancel: () => void end(),
      }
    },
    list() {
      const now = clock.monotonicMs()
      return [...circuits.entries()]
        .filter(([, circuit]) => circuit.state !== 'closed' || circuit.consecutiveFailures > 0)
        .map(([app, { state, consecutiveFailures, openUntilMs }]) => ({
          app,
          state,
          consecutiveFailures,
          retryInMs: state === 'open' ? Math.max(0, Math.round(openUntilMs - now)) : 0,
        }))
    },
    reset(app) {
      const wasHealthy = (circuits.peek(app)?.state ?? 'closed') === 'closed'
      if (!wasHealthy) close(app)
      return !wasHealthy
    },
    count(state) {
      let count = 0
      for (const circuit of circuits.values()) if (circuit.state === state) count += 1
      return count
    },
  }
}

function closedCircuit(nowMs: number): Circuit {
  return {
    state: 'closed',
    consecutiveFailures: 0,
    windowStartMs: nowMs,
    windowCalls: 0,
    windowFailures: 0,
    openings: 0,
    openUntilMs: 0,
    probes: 0,
    probeSuccesses: 0,
  }
}

function countCall(circuit: Circuit, nowMs: number): void {
  if (nowMs - circuit.windowStartMs >= WINDOW_MS) {
    circuit.windowStartMs = nowMs
    circuit.windowCalls = 0
    circuit.windowFailures = 0
  }
  circuit.windowCalls += 1
}

function hasFailedTooOften({ consecutiveFailures, windowCalls, windowFailures }: Circuit): boolean {
  if (consecutiveFailures >= CONSECUTIVE_FAILURES_MAX) return true
  return windowCalls >= WINDOW_CALLS_MIN && windowFailures >= windowCalls * WINDOW_FAILURE_SHARE
}
