import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** How fast a reader has to take what it is sent. */
export interface HandOverPace {
  readonly graceMs: number
  readonly bytesPerSecondMin: number
  /** Told of each reader who was too slow. */
  onSlow(): void
}

/**
 * Watches an answer that was written whole and waits in memory for its reader; a reader who takes too long is cut off.
 * The function returned ends the watch. An answer that the kernel took at once is not watched.
 */
export function watchHandOver(response: ServerResponse, bytes: number, pace: HandOverPace): () => void {
  const isOut = response.socket !== null && response.socket.writableLength === 0
  if (isOut) return nothing
  const { socket } = response.req
  const dueMs = pace.graceMs + (bytes / pace.bytesPerSecondMin) * 1000
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
