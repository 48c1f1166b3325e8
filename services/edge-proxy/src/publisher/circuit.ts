import { appError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
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
import type { Blame } from './classify-failure.ts'

/** A circuit that is not healthy, for operators. */
interface CircuitReport {
  readonly app: string
  /** Whose calls it is for; empty: everybody's. */
  readonly buyerId: string
  readonly state: CircuitState
  readonly consecutiveFailures: number
  /** Until calls are let through again; 0 unless open. */
  readonly retryInMs: number
}

/** Leave to make one call. One of the three ends it and later ones are ignored, but a failure always counts. */
export interface Permit {
  succeed(): void
  fail(blame: Exclude<Blame, 'none'>): void
  /** Says nothing about the app: the buyer left, say. */
  cancel(): void
}

/**
 * One circuit per app: after repeated failures calls are refused at once, until a probe succeeds. A failure for which the
 * call may be the reason opens it only together with another buyer's; by itself it opens a circuit of that buyer's own.
 */
export interface Circuits {
  /** Throws `app_offline` while the app's circuit is open, or the buyer's own. */
  enter(app: string, buyerId: string): Permit
  /** Those that are not closed, or have failures. */
  list(): CircuitReport[]
  /** Closes a circuit and those of single buyers; false when all were closed. */
  reset(app: string): boolean
  /** Apps with a circuit in this state. */
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
/** Only buyers at whose calls a publisher has failed have one. */
const BUYERS_MAX = 10_000

interface Entry {
  readonly name: string
  readonly circuit: Circuit
  readonly isProbe: boolean
}

/** Makes the circuits of one edge process; they share nothing with other processes. */
export function createCircuits({ clock, log, random = Math.random }: CircuitOptions): Circuits {
  const apps = new LRUCache<string, Circuit>({ max: APPS_MAX })
  const ofBuyers = new LRUCache<string, Circuit>({ max: BUYERS_MAX })

  const circuitIn = (circuits: LRUCache<string, Circuit>, name: string): Circuit => {
    const known = circuits.get(name)
    if (known !== undefined) return known
    const circuit = closedCircuit(clock.monotonicMs())
    circuits.set(name, circuit)
    return circuit
  }

  function close(circuits: LRUCache<string, Circuit>, name: string): void {
    circuits.set(name, closedCircuit(clock.monotonicMs()))
    log.info({ app: name }, 'circuit closed')
  }

  function onSuccess(circuits: LRUCache<string, Circuit>, name: string): void {
    if (noteSuccess(circuitIn(circuits, name), clock.monotonicMs())) close(circuits, name)
  }

  function onFailure(circuits: LRUCache<string, Circuit>, name: string, buyerId?: string): void {
    const circuit = circuitIn(circuits, name)
    const now = clock.monotonicMs()
    if (!noteFailure(circuit, now, buyerId)) return
    const pauseMs = Math.round(open(circuit, now, random()))
    log.warn({ app: name, pauseMs, consecutiveFailures: circuit.consecutiveFailures }, 'circuit opened')
  }

  function enterOne(name: string, circuit: Circuit): Entry {
    const admission = admit(circuit, clock.monotonicMs())
    if (admission === 'refuse') throw appError('app_offline', { detail: { app: name, state: circuit.state } })
    return { name, circuit, isProbe: admission === 'probe' }
  }

  /** The circuit of the buyer's own, if there is one; the app's permit must not be lost when it refuses. */
  function enterOwn(app: Entry, buyerId: string): Entry | undefined {
    if (ofBuyers.size === 0) return undefined
    const name = ownName(app.name, buyerId)
    const circuit = ofBuyers.get(name)
    if (circuit === undefined) return undefined
    try {
      return enterOne(name, circuit)
    } catch (thrown) {
      leave(app)
      throw thrown
    }
  }

  return {
    enter(app, buyerId) {
      const entry = enterOne(app, circuitIn(apps, app))
      const own = enterOwn(entry, buyerId)
      let ended = false
      const end = () => {
        if (ended) return false
        ended = true
        leave(entry)
        if (own !== undefined) leave(own)
        return true
      }
      return {
        succeed() {
          if (!end()) return
          onSuccess(apps, app)
          if (own !== undefined) onSuccess(ofBuyers, own.name)
        },
        fail(blame) {
          end()
          onFailure(apps, app, blame === 'call' ? buyerId : undefined)
          if (blame === 'call') onFailure(ofBuyers, ownName(app, buyerId))
        },
        cancel: () => void end(),
      }
    },
    list() {
      const now = clock.monotonicMs()
      return [...apps.entries(), ...ofBuyers.entries()]
        .filter(([, circuit]) => circuit.state !== 'closed' || circuit.consecutiveFailures > 0)
        .map(([name, circuit]) => reportOf(name, circuit, now))
    },
    reset(app) {
      let changed = false
      for (const circuits of [apps, ofBuyers]) {
        for (const [name, { state }] of circuits.entries()) {
          if (state === 'closed' || appOf(name) !== app) continue
          close(circuits, name)
          changed = true
        }
      }
      return changed
    },
    count(state) {
      const names = [...apps.entries(), ...ofBuyers.entries()]
        .filter(([, circuit]) => circuit.state === state)
        .map(([name]) => appOf(name))
      return new Set(names).size
    },
  }
}

/** Opening has set the count back; another probe's failure must not make it negative. */
function leave({ isProbe, circuit }: Entry): void {
  if (isProbe && circuit.probes > 0) circuit.probes -= 1
}

/** No name of an app has a space. */
const ownName = (app: string, buyerId: string) => `${app} ${buyerId}`
const appOf = (name: string) => name.split(' ', 1)[0] ?? ''

function reportOf(name: string, { state, consecutiveFailures, openUntilMs }: Circuit, nowMs: number): CircuitReport {
  const retryInMs = state === 'open' ? Math.max(0, Math.round(openUntilMs - nowMs)) : 0
  const [app = '', buyerId = ''] = name.split(' ')
  return { app, buyerId, state, consecutiveFailures, retryInMs }
}
