import { createHash, type Hash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { cutAfter, type HandOverPace, ReaderPatience, watchHandOver } from './hand-over.ts'

/** The buyer is gone: nothing can be handed over any more. */
export class BuyerLeft extends Error {
  override readonly name = 'BuyerLeft'

  constructor() {
    super('the buyer has left')
  }
}

/** The way of an answer to the buyer: of one HTTP exchange, from its beginning until nothing of it is held any more. */
export class Delivery {
  readonly #response: ServerResponse
  readonly #socket: Socket
  readonly #isStopping: () => boolean
  readonly #pace: HandOverPace
  readonly #patience: ReaderPatience
  #hasLeft: boolean
  #hasBegun = false
  #isGone: boolean
  #leaveListener: (() => void) | undefined
  #goneListener: (() => void) | undefined
  #unwatch: (() => void) | undefined
  #digest: Hash | undefined

  constructor(request: IncomingMessage, response: ServerResponse, isStopping: () => boolean, pace: HandOverPace) {
    const { socket } = request
    this.#response = response
    this.#socket = socket
    this.#isStopping = isStopping
    this.#pace = pace
    this.#patience = new ReaderPatience(pace)
    this.#hasLeft = socket.destroyed
    this.#isGone = socket.destroyed
    // The connection's own event: a pipelined response that waits for its turn would not hear of the end.
    socket.on('close', this.#onClose)
    response.on('finish', this.#onFinish)
  }

  hasLeft(): boolean {
    return this.#hasLeft
  }

  /** Whether the head is sent, so that no other status can be answered. */
  hasHead(): boolean {
    return this.#response.headersSent
  }

  /** Whether a byte of the answer itself is sent; heartbeats do not count. */
  hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Called at most once, and not after the answer is complete. */
  onLeave(listener: () => void): void {
    if (this.#hasLeft) listener()
    else this.#leaveListener = listener
  }

  /** Called once nothing of the answer is held any more: its last byte has left the process, or the buyer is gone. */
  onGone(listener: () => void): void {
    if (this.#isGone) listener()
    else this.#goneListener = listener
  }

  /** From here on, what is handed over is digested. */
  beginDigest(): void {
    this.#digest = createHash('sha256')
  }

  /** SHA-256 of the answer as it was handed over, in base64url; undefined when nobody asked, or nothing was. Ends the digesting. */
  takeDigest(): string | undefined {
    const digest = this.#hasBegun ? this.#digest?.digest('base64url') : undefined
    this.#digest = undefined
    return digest
  }

  /** Hands over a complete answer. */
  send(status: number, headers: OutgoingHttpHeaders, body: Buffer | string): void {
    if (this.#hasLeft) return
    this.#hasBegun = true
    this.#digest?.update(body)
    this.#askToClose()
    const bytes = Buffer.byteLength(body)
    this.#response.writeHead(status, { ...headers, 'content-length': bytes }).end(body)
    this.#unwatch = watchHandOver(this.#response, bytes, this.#pace)
  }

  /** Sends the head of a stream. */
  open(headers: OutgoingHttpHeaders): void {
    this.#askToClose()
    this.#response.writeHead(200, headers)
  }

  /** Resolves when the buyer's connection can take more; rejects with BuyerLeft, also when it takes too little for too long. */
  async write(bytes: Buffer | string, part: 'answer' | 'heartbeat'): Promise<void> {
    if (this.#hasLeft) throw new BuyerLeft()
    if (part === 'answer') this.#hasBegun = true
    this.#digest?.update(bytes)
    const canTakeMore = this.#response.write(bytes)
    const waitMs = this.#patience.waitMsOf(Buffer.byteLength(bytes))
    if (!canTakeMore) await this.#untilWritable(waitMs)
  }

  /** Ends a stream. */
  end(): void {
    this.#response.end()
    if (!this.#isGone) this.#unwatch = watchHandOver(this.#response, 0, this.#pace)
  }

  #askToClose(): void {
    if (this.#isStopping()) this.#response.setHeader('connection', 'close')
  }

  readonly #onClose = (): void => {
    this.#hasLeft = true
    this.#leaveListener?.()
    this.#leaveListener = undefined
    this.#goAway()
  }

  readonly #onFinish = (): void => {
    this.#socket.off('close', this.#onClose)
    this.#leaveListener = undefined
    this.#goAway()
  }

  #goAway(): void {
    this.#isGone = true
    this.#unwatch?.()
    this.#goneListener?.()
    this.#goneListener = undefined
  }

  async #untilWritable(waitMs: number): Promise<void> {
    const isBehindAnother = this.#response.socket === null
    const startedAtMs = this.#pace.clock.monotonicMs()
    const unwatch = cutAfter(this.#response, waitMs, this.#pace)
    try {
      await drained(this.#response, this.#socket)
    } finally {
      unwatch()
    }
    if (!isBehindAnother) this.#patience.spend(this.#pace.clock.monotonicMs() - startedAtMs)
  }
}

function drained(response: ServerResponse, socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
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
