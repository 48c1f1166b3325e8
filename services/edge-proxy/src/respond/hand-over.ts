import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Clock } from '@mtg/primitives'

/** How fast a reader has to take what it is sent. */
export interface HandOverPace {
  readonly graceMs: number
  readonly bytesPerSecondMin: number
  readonly clock: Clock
  /** Told of each reader who was too slow. */
  onSlow(): void
}

/**
 * Watches an answer that was written whole and waits in memory for its reader; a reader who takes too long is cut off.
 * The function returned ends the watch. An answer that the kernel took at once is not watched.
 */
export function watchHandOver(response: ServerResponse, bytes: number, pace: HandOverPace): () => void {
  const isOut = response.socket !== null && response.socket.writableLength === 0
  return isOut ? nothing : cutAfter(response, pace.graceMs + (bytes / pace.bytesPerSecondMin) * 1000, pace)
}

/** Cuts the reader off when so much time has gone by; the function returned prevents it. */
export function cutAfter(response: ServerResponse, dueMs: number, pace: HandOverPace): () => void {
  const { socket } = response.req
  const slow = () => {
    // Without its connection it waits behind another answer, which may take its time: its own has not begun.
    if (response.socket === null) {
      timer = setTimeout(slow, dueMs)
      return
    }
    pace.onSlow()
    socket.destroy()
  }
  let timer = setTimeout(slow, dueMs)
  return () => clearTimeout(timer)
}

/**
 * How long a reader may let a stream wait: each piece as long as a whole answer of its size, and all of them together no longer
 * than the stream would take at the slowest pace there may be. So neither a pause nor a drip holds a call for long.
 */
export class ReaderPatience {
  readonly #pace: HandOverPace
  #leftMs: number

  constructor(pace: HandOverPace) {
    this.#pace = pace
    this.#leftMs = pace.graceMs
  }

  /** What a piece of so many bytes may wait for. */
  waitMsOf(bytes: number): number {
    const { graceMs, bytesPerSecondMin } = this.#pace
    const earnedMs = (bytes / bytesPerSecondMin) * 1000
    this.#leftMs += earnedMs
    return Math.max(0, Math.min(this.#leftMs, graceMs + earnedMs))
  }

  /** A piece has waited. */
  spend(waitedMs: number): void {
    this.#leftMs -= waitedMs
  }
}

/** A complete answer. */
export interface WholeAnswer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

/** Writes an answer whole; resolves once nothing of it is held any more, whether its reader has it or is gone. */
export function sendWhole(
  response: ServerResponse,
  { status, headers, body }: WholeAnswer,
  pace: HandOverPace,
): Promise<void> {
  const { socket } = response.req
  response.writeHead(status, headers).end(body)
  if (socket.destroyed) return Promise.resolve()
  const unwatch = watchHandOver(response, body.length, pace)
  return new Promise(resolve => {
    const done = () => {
      unwatch()
      response.off('finish', done)
      socket.off('close', done)
      resolve()
    }
    response.on('finish', done)
    socket.on('close', done)
  })
}

const nothing = () => {}
