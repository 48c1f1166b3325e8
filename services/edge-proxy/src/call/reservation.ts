import { toAppError } from '@mtg/errors'
import type { Span } from '@mtg/observability'
import type { ChatUsage, StartedTask, TaskEnd, TaskNews, Verdict } from '../adapters/adapter.ts'
import type { CallRef, ReleaseReason } from '../clients/billing.ts'
import type { ReservationTerms } from '../clients/reservation-terms.ts'
import type { KnownTask } from '../clients/tasks.ts'
import type { CallPromises } from './promises.ts'
import type { Settlement } from './settlement.ts'
import { type TaskSettlement, wasFree } from './task-settlement.ts'

/** `kept`: held for a task, which is settled by other calls. */
type ReservationState = 'open' | 'captured' | 'kept' | 'resolved'

/** Whose reservation it is, and how it is settled. */
export interface ReservationParts {
  readonly settlement: Settlement
  readonly taskSettlement: TaskSettlement
  readonly buyerId: string
  /** The task that the call is about. */
  readonly task: KnownTask | undefined
  /** Tool of the call; empty for none. */
  readonly toolName: string
  /** What the app has promised; undefined: nothing. */
  readonly promises: CallPromises | undefined
  /** Settling is part of it. */
  readonly span: Span
}

/**
 * What billing has reserved for a call, with its own undo: it is captured once or released once. A call that costs nothing
 * has one too; settling it does nothing.
 */
export class Reservation {
  readonly terms: ReservationTerms
  /** What is promised of the answer, if anything is. */
  readonly promises: CallPromises | undefined
  readonly #settlement: Settlement
  readonly #taskSettlement: TaskSettlement
  readonly #buyerId: string
  readonly #task: KnownTask | undefined
  readonly #toolName: string
  readonly #span: Span
  #state: ReservationState
  #chargedMicros = 0n
  #totalTokens = 0
  #usage: ChatUsage | undefined

  constructor(terms: ReservationTerms, parts: ReservationParts) {
    const { settlement, taskSettlement, buyerId, task, toolName, promises, span } = parts
    this.terms = terms
    this.promises = promises
    this.#toolName = toolName
    this.#settlement = settlement
    this.#taskSettlement = taskSettlement
    this.#buyerId = buyerId
    this.#task = task
    this.#span = span
    this.#state = terms.isOpen ? 'open' : 'resolved'
  }

  /**
   * Takes the price of an answer that is charged and keeps what its app has promised; gives back what was reserved for any other.
   * What became a task stays reserved for that; what an answer says of the task it is about is settled with the task. Answers with
   * the verdict as it came to be.
   */
  async settle(answered: Verdict): Promise<Verdict> {
    this.#usage = answered.usage
    const isJudged = this.promises !== undefined && this.#state === 'open'
    const verdict = isJudged ? await this.promises.judge(this.#toolName, answered) : answered
    if (verdict.startedTask !== undefined) await this.#keep(verdict.startedTask, verdict.charged)
    if (verdict.taskEnd !== undefined && this.#task !== undefined) await this.#settleEnd(this.#task, verdict.taskEnd)
    if (this.#state === 'kept') return verdict
    await (verdict.charged ? this.capture(verdict.totalTokens) : this.release('not_charged', verdict.outcome))
    return verdict
  }

  /** Settles what a stream tells of a task; false when it is no task of this buyer. */
  async settleNews({ taskId, end }: TaskNews): Promise<boolean> {
    const question = { buyerId: this.#buyerId, appId: this.terms.appId, taskId, isCancelling: false }
    try {
      const task = await this.#taskSettlement.find(question, this.#span)
      if (end !== undefined) await this.#settleEnd(task, end)
      return true
    } catch (thrown) {
      if (toAppError(thrown).code === 'task_not_found') return false
      throw thrown
    }
  }

  /** Takes the price; when it rejects nothing is charged and nothing may be delivered. */
  async capture(totalTokens: number): Promise<void> {
    if (this.#state !== 'open') return
    // Settlement releases by itself what it cannot capture.
    this.#state = 'resolved'
    this.#chargedMicros = await this.#settlement.capture(this.call(), totalTokens, this.#span)
    this.#state = 'captured'
    this.#totalTokens = totalTokens
  }

  /** Gives back what is reserved, or what was taken. After the first time it does nothing. Never rejects. */
  async release(reason: ReleaseReason, outcome: string): Promise<void> {
    if (this.#state === 'resolved') return
    const wasCaptured = this.#state === 'captured'
    this.disown()
    const call = this.call()
    if (wasCaptured) this.#settlement.releaseInBackground(call, 'undelivered', outcome)
    else await this.#settlement.release(call, reason, outcome, this.#span)
  }

  /** What was taken is not ours to record: somebody else has given it back, or may. */
  disown(): void {
    this.#state = 'resolved'
    this.#chargedMicros = 0n
    this.#totalTokens = 0
  }

  /** Its call, and whose it is. */
  call(): CallRef {
    return { callId: this.terms.callId, buyerId: this.#buyerId }
  }

  /** Whether the price is held for a task. */
  isKept(): boolean {
    return this.#state === 'kept'
  }

  isCaptured(): boolean {
    return this.#state === 'captured'
  }

  /** What was paid for once, or was free since it broke a promise, is not judged again: who asks once more gets the same. */
  async #settleEnd(task: KnownTask, ended: TaskEnd): Promise<void> {
    if (wasFree(task)) return
    const isPaid = task.state === 'captured'
    const end = isPaid ? ended : ((await this.promises?.judgeEnd(task.toolName, ended)) ?? ended)
    await this.#taskSettlement.settle(task, end, this.#span)
  }

  async #keep(task: StartedTask, isPaidNow: boolean): Promise<void> {
    if (this.#state !== 'open') return
    await this.#taskSettlement.keep(this.call(), task, this.#span)
    if (!isPaidNow) this.#state = 'kept'
  }

  /** Micro-USD. */
  chargedMicros(): bigint {
    return this.#chargedMicros
  }

  totalTokens(): number {
    return this.#totalTokens
  }

  /** What a chat completion said of itself, charged or not. */
  usage(): ChatUsage | undefined {
    return this.#usage
  }
}
