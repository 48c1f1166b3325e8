import { appError } from '@mtg/errors'
import type { Clock } from '@mtg/primitives'
import { type Circuit, type CircuitState, takeCall } from './circuit-state.ts'
import { type CircuitOptions, CircuitTable } from './circuit-table.ts'
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

const APPS_MAX = 10_000
/** Only buyers at whose calls a publisher has failed have one. */
const BUYERS_MAX = 10_000

interface Tables {
  readonly ofApps: CircuitTable
  readonly ofBuyers: CircuitTable
}

/**
 * One circuit per app: after repeated failures calls are refused at once, until a probe succeeds. A failure for which the
 * call may be the reason opens it only together with another buyer's; by itself it opens a circuit of that buyer's own.
 * Processes share nothing.
 */
export class Circuits {
  readonly #clock: Clock
  readonly #tables: Tables

  constructor(options: CircuitOptions) {
    this.#clock = options.clock
    this.#tables = { ofApps: new CircuitTable(APPS_MAX, options), ofBuyers: new CircuitTable(BUYERS_MAX, options) }
  }

  /** Throws `app_offline` while the app's circuit is open, or the buyer's own. */
  enter(app: string, buyerId: string): Permit {
    const entry = this.#enterOne(app, this.#tables.ofApps.of(app))
    return new OpenPermit(this.#tables, entry, this.#enterOwn(entry, buyerId), buyerId)
  }

  /** Those that are not closed, or have failures. */
  list(): CircuitReport[] {
    const nowMs = this.#clock.monotonicMs()
    return this.#all()
      .filter(([, circuit]) => circuit.state !== 'closed' || circuit.consecutiveFailures > 0)
      .map(([name, circuit]) => reportOf(name, circuit, nowMs))
  }

  /** Closes a circuit and those of single buyers; false when all were closed. */
  reset(app: string): boolean {
    let hasChanged = false
    for (const circuits of [this.#tables.ofApps, this.#tables.ofBuyers]) {
      for (const [name, { state }] of circuits.entries()) {
        if (state === 'closed' || appOf(name) !== app) continue
        circuits.close(name)
        hasChanged = true
      }
    }
    return hasChanged
  }

  /** Apps with a circuit in this state. */
  count(state: CircuitState): number {
    const names = this.#all().filter(([, circuit]) => circuit.state === state)
    return new Set(names.map(([name]) => appOf(name))).size
  }

  #all(): [string, Circuit][] {
    return [...this.#tables.ofApps.entries(), ...this.#tables.ofBuyers.entries()]
  }

  #enterOne(name: string, circuit: Circuit): Entry {
    const answer = takeCall(circuit, this.#clock.monotonicMs())
    if (answer === 'refuse') throw appError('app_offline', { detail: { app: name, state: circuit.state } })
    return { name, circuit, isProbe: answer === 'probe' }
  }

  /** The circuit of the buyer's own, if there is one; when it refuses, the app's gets its place for a probe back. */
  #enterOwn(app: Entry, buyerId: string): Entry | undefined {
    const { ofBuyers } = this.#tables
    if (ofBuyers.size === 0) return undefined
    const name = ownName(app.name, buyerId)
    const circuit = ofBuyers.find(name)
    if (circuit === undefined) return undefined
    try {
      return this.#enterOne(name, circuit)
    } catch (thrown) {
      leave(app)
      throw thrown
    }
  }
}

/** A call that a circuit let through. */
interface Entry {
  readonly name: string
  readonly circuit: Circuit
  readonly isProbe: boolean
}

class OpenPermit implements Permit {
  readonly #circuits: Tables
  readonly #app: Entry
  /** Of the buyer's own circuit, if there was one. */
  readonly #own: Entry | undefined
  readonly #buyerId: string
  #hasEnded = false

  constructor(circuits: Tables, app: Entry, own: Entry | undefined, buyerId: string) {
    this.#circuits = circuits
    this.#app = app
    this.#own = own
    this.#buyerId = buyerId
  }

  succeed(): void {
    if (!this.#end()) return
    this.#circuits.ofApps.succeeded(this.#app.name)
    if (this.#own !== undefined) this.#circuits.ofBuyers.succeeded(this.#own.name)
  }

  fail(blame: Exclude<Blame, 'none'>): void {
    this.#end()
    const app = this.#app.name
    this.#circuits.ofApps.failed(app, blame === 'call' ? this.#buyerId : undefined)
    if (blame === 'call') this.#circuits.ofBuyers.failed(ownName(app, this.#buyerId))
  }

  cancel(): void {
    this.#end()
  }

  /** Whether this was its end. */
  #end(): boolean {
    if (this.#hasEnded) return false
    this.#hasEnded = true
    leave(this.#app)
    if (this.#own !== undefined) leave(this.#own)
    return true
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
