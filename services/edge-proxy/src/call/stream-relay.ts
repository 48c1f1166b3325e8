import type { StreamJudge, TaskNews, Verdict } from '../adapters/adapter.ts'
import type { SseEvent } from '../adapters/sse/event.ts'
import { createSseSplitter } from '../adapters/sse/splitter.ts'
import { nextTurn } from '../limits/event-turns.ts'

/** An answer that comes as a stream of events. */
export interface EventStream {
  readonly chunks: AsyncIterable<Buffer>
  /** Of all that was read, only this many bytes at its end are still in memory. */
  keepLast(bytes: number): void
}

/** What happens to the events of a stream on their way. */
export interface StreamSteps {
  readonly judge: StreamJudge
  /** Takes or gives back the price, before the last event is handed over; answers with what it came to. */
  settle(verdict: Verdict): Promise<Verdict>
  /** An event of the answer has come. */
  readonly onAnswer?: (() => void) | undefined
  /** Settles what an event tells of a task; false when it is not for this buyer. */
  settleNews(news: TaskNews): Promise<boolean>
  /** What the last event is handed over as, where that is not as it came. */
  readonly complete?: (last: SseEvent) => Promise<SseEvent>
  /** Hands an event over, at the buyer's pace. */
  write(event: SseEvent): Promise<void>
}

/** A larger event ends the stream. */
export const EVENT_BYTES_MAX = 10 * 1024 * 1024
/** A chunk may carry thousands of small events; everybody else has a turn between so many. */
const EVENTS_PER_TURN = 8
/** So much of a chunk is cut into events before everybody else has a turn: half a millisecond at worst. */
const PIECE_BYTES = 4 * 1024

/** Relays one stream of events. The last event is handed over only once its price is taken. */
export class StreamRelay {
  readonly #stream: EventStream
  readonly #steps: StreamSteps
  readonly #splitter = createSseSplitter(EVENT_BYTES_MAX)
  /** An event that may turn out to be the last. */
  #heldBack: SseEvent | undefined

  constructor(stream: EventStream, steps: StreamSteps) {
    this.#stream = stream
    this.#steps = steps
  }

  /** Resolves with what the answer is worth once all of it is handed over. */
  async run(): Promise<Verdict> {
    for await (const chunk of this.#stream.chunks) {
      let hasEnded = false
      for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
        if (from > 0) await nextTurn()
        const events = this.#splitter.push(chunk.subarray(from, from + PIECE_BYTES))
        if (events.length === 0) continue
        hasEnded = true
        const verdict = await this.#relay(events)
        if (verdict !== undefined) return verdict
      }
      // The splitter keeps no more than an event that has begun, which is part of this chunk if another one ended in it.
      if (hasEnded) this.#stream.keepLast(chunk.length)
    }
    return await this.#finish(this.#steps.judge.onEnd(), undefined)
  }

  /** The verdict, if one of the events was the last. */
  async #relay(events: readonly SseEvent[]): Promise<Verdict | undefined> {
    for (const [index, event] of events.entries()) {
      if (index % EVENTS_PER_TURN === EVENTS_PER_TURN - 1) await nextTurn()
      if (event.data !== undefined) this.#steps.onAnswer?.()
      const judged = this.#steps.judge.onEvent(event)
      const step = judged instanceof Promise ? await judged : judged
      if (step.action === 'task' && !(await this.#steps.settleNews(step.news))) continue
      if (step.action === 'last') return await this.#finish(step.verdict, event)
      // Any event with data shows that the one held back was not the last.
      if (event.data !== undefined && this.#heldBack !== undefined) await this.#writeHeldBack()
      if (step.action === 'hold') this.#heldBack = event
      else await this.#steps.write(event)
    }
    return undefined
  }

  async #finish(answered: Verdict, last: SseEvent | undefined): Promise<Verdict> {
    const verdict = await this.#steps.settle(answered)
    await this.#writeHeldBack()
    if (last !== undefined) await this.#steps.write((await this.#steps.complete?.(last)) ?? last)
    return verdict
  }

  async #writeHeldBack(): Promise<void> {
    const event = this.#heldBack
    if (event === undefined) return
    this.#heldBack = undefined
    await this.#steps.write(event)
  }
}
