import { appError } from '@mtg/errors'
import type { Clock, Logger } from '@mtg/runtime'
import { LRUCache } from 'lru-cache'
import {
  admit,
  type Circuit,
  type CircuitState,
  closedCircuit,
  noteFailure,
  noteSuccess,
  open,
} from './circuit-state.ts'

/** A circuit that is not healthy, for operators. */
export interface CircuitReport {
  readonly app: string
  readonly state: CircuitState
  readonly consecutiveFailures: number
  /** Until calls are let through again; 0 unless open. */
  readonly retryInMs: number
}

/** Leave to make one call. One of the three ends it and later ones are ignored, but a failure always counts. */
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

  function close(app: string): void {
    circuits.set(app, closedCircuit(clock.monotonicMs()))
    log.info({ app }, 'circuit closed')
  }

  function onSuccess(app: string): void {
    if (noteSuccess(circuitOf(app), clock.monotonicMs())) close(app)
  }

  function onFailure(app: string): void {
    const circuit = circuitOf(app)
    const now = clock.monotonicMs()
    if (!noteFailure(circuit, now)) return
    const pauseMs = Math.round(open(circuit, now, random()))
    log.warn({ app, pauseMs, consecutiveFailures: circuit.consecutiveFailures }, 'circuit opened')
  }

  return {
    enter(app) {
      const circuit = circuitOf(app)
      const admission = admit(circuit, clock.monotonicMs())
      if (admission === 'refuse') throw appError('app_offline', { detail: { app, state: circuit.state } })
      let ended = false
      const end = () => {
        if (ended) return false
        ended = true
        // Opening has set the count back; another probe's failure must not make it negative.
        if (admission === 'probe' && circuit.probes > 0) circuit.probes -= 1
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
        .map(([app, circuit]) => reportOf(app, circuit, now))
    },
    reset(app) {
      const wasClosed = (circuits.peek(app)?.state ?? 'closed') === 'closed'
      if (!wasClosed) close(app)
      return !wasClosed
    },
    count: state => [...circuits.values()].filter(circuit => circuit.state === state).length,
  }
}

function reportOf(app: string, { state, consecutiveFailures, openUntilMs }: Circuit, nowMs: number): CircuitReport {
  const retryInMs = state === 'open' ? Math.max(0, Math.round(openUntilMs - nowMs)) : 0
  return { app, state, consecutiveFailures, retryInMs }
}
