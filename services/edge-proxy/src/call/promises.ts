import type { Clock } from '@mtg/primitives'
import type { TaskEnd, Verdict } from '../adapters/adapter.ts'
import type { AppPromises } from '../clients/reservation-terms.ts'
import { breachOf, type ListedApp, type OutputJudges } from './output-promise.ts'

/** What promises are held against. */
export interface PromiseServices extends OutputJudges {
  readonly clock: Clock
}

/** What an app promised of the answer to one call, from when it is forwarded on. */
export class CallPromises {
  readonly #app: ListedApp
  readonly #promised: AppPromises
  readonly #services: PromiseServices
  readonly #forwardedAtMs: number
  #firstByteAtMs: number | undefined

  constructor(app: ListedApp, promised: AppPromises, services: PromiseServices) {
    this.#app = app
    this.#promised = promised
    this.#services = services
    this.#forwardedAtMs = services.clock.monotonicMs()
    if (promised.outputSchema) services.outputSchemas.prepare(app)
  }

  /** Notes when the answer began; what comes after the first time says nothing. */
  answered(atMs = this.#services.clock.monotonicMs()): void {
    this.#firstByteAtMs ??= atMs
  }

  /** The verdict on an answer, which costs nothing where a promise was broken. That a call became a task is no answer yet. */
  async judge(tool: string, verdict: Verdict): Promise<Verdict> {
    if (!verdict.charged || verdict.startedTask !== undefined) return verdict
    const breach = this.#isLate() ? 'first_byte_late' : await this.#breachOf(tool, verdict)
    return breach === undefined ? verdict : { ...verdict, charged: false, outcome: breach, totalTokens: 0 }
  }

  /** The same of the result that a task ends with. */
  async judgeEnd(tool: string, end: TaskEnd): Promise<TaskEnd> {
    const breach = end.isCharged ? await this.#breachOf(tool, end) : undefined
    return breach === undefined ? end : { isCharged: false, outcome: breach }
  }

  #isLate(): boolean {
    const { firstByteMs } = this.#promised
    const tookMs = (this.#firstByteAtMs ?? this.#services.clock.monotonicMs()) - this.#forwardedAtMs
    return firstByteMs !== undefined && tookMs > firstByteMs
  }

  async #breachOf(tool: string, { output }: Pick<Verdict, 'output'>) {
    if (!this.#promised.outputSchema || output === undefined) return undefined
    return await breachOf(this.#services, { app: this.#app, tool, output, sinceMs: this.#forwardedAtMs })
  }
}
