import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type HandOverPace, watchHandOver } from './hand-over.ts'

/** The buyer is gone: nothing can be handed over any more. */
export class BuyerLeft extends Error {
  override readonly name = 'BuyerLeft'

  constructor() {
    super('the buyer has left')
  }
}

/** The way of an answer to the buyer. */
export interface Delivery {
  hasLeft(): boolean
  /** Whether the head is sent, so that no other status can be answered. */
  hasHead(): boolean
  /** Whether a byte of the answer itself is sent; heartbeats do not count. */
  hasBegun(): boolean
  /** Called at most once, and not after the answer is complete. */
  onLeave(listener: () => void): void
  /** Called once nothing of the answer is held any more: its last byte has left the process, or the buyer is gone. */
  onGone(listener: () => void): void
  /** Hands over a complete answer. */
  send(status: number, headers: OutgoingHttpHeaders, body: Buffer | string): void
  /** Sends the head of a stream. */
  open(headers: OutgoingHttpHeaders): void
  /** Resolves when the buyer's connection can take more; rejects with BuyerLeft. */
  write(bytes: Buffer | string, part: 'answer' | 'heartbeat'): Promise<void>
  /** Ends a stream. */
  end(): void
}

/** A buyer who takes nothing for this long has left. */
const STALL_MS = 30_000

/** Makes the delivery of one HTTP exchange. */
export function createDelivery(
  request: IncomingMessage,
  response: ServerResponse,
  isStopping: () => boolean,
  pace: HandOverPace,
): Delivery {
  const { socket } = request
  let left = socket.destroyed
  let begun = false
  let listener: (() => void) | undefined
  let isGone = left
  let goneListener: (() => void) | undefined
  let unwatch: (() => void) | undefined

  const goAway = () => {
    isGone = true
    unwatch?.()
    goneListener?.()
    goneListener = undefined
  }

  const onClose = () => {
    left = true
    listener?.()
    listener = undefined
    goAway()
  }
  const settle = () => {
    socket.off('close', onClose)
    listener = undefined
    goAway()
  }
  // The connection's own event: a pipelined response that waits for its turn would not hear of the end.
  socket.on('close', onClose)
  response.on('finish', settle)

  return {
    hasLeft: () => left,
    hasHead: () => response.headersSent,
    hasBegun: () => begun,
    onLeave(called) {
      if (left) called()
      else listener = called
    },
    onGone(called) {
      if (isGone) called()
      else goneListener = called
    },
    send(status, headers, body) {
      if (left) return
      begun = true
      if (isStopping()) response.setHeader('connection', 'close')
      const bytes = Buffer.byteLength(body)
      response.writeHead(status, { ...headers, 'content-length': bytes }).end(body)
      unwatch = watchHandOver(response, bytes, pace)
    },
    open(headers) {
      if (isStopping()) response.setHeader('connection', 'close')
      response.writeHead(200, headers)
    },
    async write(bytes, part) {
      if (left) throw new BuyerLeft()
      if (part === 'answer') begun = true
      if (!response.write(bytes)) await untilWritable(response, socket)
    },
    end() {
      response.end()
    },
  }
}

function untilWritable(response: ServerResponse, socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const stalled = setTimeout(() => socket.destroy(), STALL_MS)
    const done = () => {
      clearTimeout(stalled)
      response.off('drain', onDrain)
      socket.off('close', onClose)
    }
    const onDrain = () => {
      done()
      resolve()
    }
    const onClose = () => {
      done()
      reject(new BuyerLeft())
    }
    response.once('drain', onDrain)
    socket.once('close', onClose)
  })
}
