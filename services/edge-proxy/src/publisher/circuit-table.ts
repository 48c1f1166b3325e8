import type { Logger } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'
import { type Circuit, closedCircuit, noteFailure, noteSuccess, open } from './circuit-state.ts'

/** What moves circuits on, and who is told of it. */
export interface CircuitOptions {
  readonly clock: Clock
  readonly log: Logger
  /** Between 0 and 1; tests give their own. */
  readonly random?: () => number
}

/** Circuits by name, of which those unused for longest are forgotten. */
export class CircuitTable {
  readonly #circuits: LRUCache<string, Circuit>
  readonly #clock: Clock
  readonly #log: Logger
  readonly #random: () => number

  constructor(max: number, { clock, log, random = Math.random }: CircuitOptions) {
    this.#circuits = new LRUCache({ max })
    this.#clock = clock
    this.#log = log
    this.#random = random
  }

  get size(): number {
    return this.#circuits.size
  }

  /** The circuit of this name, if there is one. */
  find(name: string): Circuit | undefined {
    return this.#circuits.get(name)
  }

  /** The circuit of this name; a closed one begins when there is none. */
  of(name: string): Circuit {
    const known = this.#circuits.get(name)
    if (known !== undefined) return known
    const circuit = closedCircuit(this.#clock.monotonicMs())
    this.#circuits.set(name, circuit)
    return circuit
  }

  entries(): Iterable<[string, Circuit]> {
    return this.#circuits.entries()
  }

  succeeded(name: string): void {
    if (noteSuccess(this.of(name), this.#clock.monotonicMs())) this.close(name)
  }

  /** `buyerId` names whose call it failed at, if the call may be the reason. */
  failed(name: string, buyerId?: string): void {
    const circuit = this.of(name)
    const nowMs = this.#clock.monotonicMs()
    if (!noteFailure(circuit, nowMs, buyerId)) return
    const pauseMs = Math.round(open(circuit, nowMs, this.#random()))
    const { consecutiveFailures } = circuit
    this.#log.warn({ app: name, pauseMs, consecutiveFailures }, 'circuit opened')
  }

  close(name: string): void {
    this.#circuits.set(name, closedCircuit(this.#clock.monotonicMs()))
    this.#log.info({ app: name }, 'circuit closed')
  }
}
