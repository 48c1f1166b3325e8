import { Worker } from 'node:worker_threads'
import type { Logger } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import { Overruns } from './overruns.ts'
import { PublisherTurns } from './turns.ts'
import type { Question, Reply } from './worker.ts'

/** What came of holding an output against its schema. */
export type OutputVerdict = 'fits' | 'breaks' | 'unknown'

/** How checks are made. */
export interface OutputChecksOptions {
  readonly clock: Clock
  readonly log: Logger
  /** For one check. */
  readonly checkMs?: number
  /** Who waits longer for a turn is told that nothing is known. */
  readonly waitMs?: number
}

/** An output as it was sent, and the schema's JSON. */
interface Check {
  readonly publisher: string
  readonly schema: string
  readonly output: Buffer
  /** Once, with what came of it. */
  readonly settle: (verdict: OutputVerdict) => void
}

/** A larger output is not held against anything. */
const OUTPUT_BYTES_MAX = 1024 * 1024
const CHECK_MS = 250
/** To load the program. */
const START_MS = 5_000
const WAIT_MS = 5_000
const MEMORY = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8, stackSizeMb: 2 }
const WORKER = new URL('./worker.ts', import.meta.url)

/**
 * Holds outputs of tools against schemas, both of them hostile: in a thread of its own, one at a time, with a bound of time and
 * memory after which the thread is ended. It is started by the first check. Publishers take turns, and one whose checks overrun again and
 * again rests. Never rejects.
 */
export class OutputChecks {
  readonly #options: OutputChecksOptions
  readonly #turns = new PublisherTurns<Check>()
  readonly #overruns: Overruns
  #worker: Worker | undefined
  #isReady = false
  #current: Check | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: OutputChecksOptions) {
    this.#options = options
    this.#overruns = new Overruns(options.clock)
  }

  /** Whether an output fits a schema; `unknown` when that cannot be found out in time. */
  check(publisher: string, schema: string, output: Buffer): Promise<OutputVerdict> {
    if (this.#isClosed || output.length > OUTPUT_BYTES_MAX || this.#overruns.isResting(publisher)) {
      return Promise.resolve('unknown')
    }
    return new Promise(resolve => {
      const giveUp = () => this.#turns.remove(publisher, check) && resolve('unknown')
      const timer = setTimeout(giveUp, this.#options.waitMs ?? WAIT_MS).unref()
      const settle = (verdict: OutputVerdict) => {
        clearTimeout(timer)
        resolve(verdict)
      }
      const check = { publisher, schema, output, settle }
      this.#turns.add(publisher, check)
      this.#goOn()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (let check = this.#turns.next(); check !== undefined; check = this.#turns.next()) check.settle('unknown')
    await this.#end('unknown')
  }

  #goOn(): void {
    if (this.#current !== undefined) return
    if (this.#worker === undefined) this.#start()
    if (!this.#isReady) return
    const check = this.#turns.next()
    if (check === undefined) return
    this.#current = check
    const { schema, output } = check
    this.#limit(this.#options.checkMs ?? CHECK_MS)
    // A copy: the answer's own bytes go on to the buyer.
    const question: Question = { schema, output: new Uint8Array(output) }
    this.#worker?.postMessage(question)
  }

  #start(): void {
    const worker = new Worker(WORKER, { resourceLimits: MEMORY, env: {}, stdin: false })
    worker.unref()
    this.#worker = worker
    this.#isReady = false
    const ifCurrent = (act: () => void) => () => {
      if (this.#worker === worker) act()
    }
    worker.on('message', (reply: Reply) => ifCurrent(() => this.#take(reply))())
    worker.on('error', (thrown: unknown) => {
      this.#options.log.warn(
        { err: thrown, publisher: this.#current?.publisher },
        'a check of an output ended its thread',
      )
    })
    worker.on(
      'exit',
      ifCurrent(() => this.#overrun()),
    )
    this.#limit(START_MS)
  }

  #take(reply: Reply): void {
    this.#unlimit()
    if (reply === 'ready') this.#isReady = true
    else this.#settle(reply === 'unusable' ? 'unknown' : reply)
    this.#goOn()
  }

  #limit(ms: number): void {
    this.#unlimit()
    // A reply that is there by now was in time: it was this thread that had no time for it.
    const timer = setTimeout(() => setImmediate(() => this.#timer === timer && this.#overrun()), ms).unref()
    this.#timer = timer
  }

  #unlimit(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** The check took too long or too much: whoever waits behind it gets a new thread. */
  #overrun(): void {
    if (this.#current !== undefined) this.#overruns.note(this.#current.publisher)
    void this.#end('unknown')
    if (this.#turns.size > 0) this.#goOn()
  }

  async #end(verdict: OutputVerdict): Promise<void> {
    this.#unlimit()
    const worker = this.#worker
    this.#worker = undefined
    this.#settle(verdict)
    await worker?.terminate()
  }

  #settle(verdict: OutputVerdict): void {
    const check = this.#current
    this.#current = undefined
    check?.settle(verdict)
  }
}
