import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

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
): Delivery {
  const { socket } = request
  let left = socket.destroyed
  let begun = false
  let listener: (() => void) | undefined

  const onClose = () => {
    left = true
    listener?.()
    listener = undefined
  }
  const settle = () => {
    socket.off('close', onClose)
    listener = undefined
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
    send(status, headers, body) {
      if (left) return
      begun = true
      if (isStopping()) response.setHeader('connection', 'close')
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
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
