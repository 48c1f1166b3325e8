import type { IncomingMessage, ServerResponse } from 'node:http'
import { appError } from '@mtg/errors'
import type { ByteClaim } from '../limits/bytes/byte-budget.ts'
import type { Upload, Uploads } from '../limits/uploads/uploads.ts'

/** Bounds the bodies that are on their way. */
export interface UploadServices {
  readonly uploads: Uploads
}

/** Who sends a body, and what it may be. */
export interface BodyBounds extends UploadServices {
  readonly bytesMax: number
  /** A buyer's id, or an address. */
  readonly owner: string
  /** What the body takes of the budget; who opened it releases it when the body is not needed any more. */
  readonly claim: ByteClaim
}

/**
 * Reads a body of any kind. A body that says how long it is has its bytes set aside before any is read, so that those that
 * are let in get through; the others take bytes as they come.
 */
export function collectBody(request: IncomingMessage, response: ServerResponse, bounds: BodyBounds): Promise<Buffer> {
  const { bytesMax, claim } = bounds
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > bytesMax) throw tooLarge(bytesMax)
  // The connection has closed already; its event would not come again.
  if (request.destroyed) throw brokenOff()
  if (declared > 0) claim.grow(declared)
  if (request.headers.expect !== undefined) response.writeContinue()
  return new BodyReader(request, declared, bounds).body
}

/** Collects the pieces of one body until its end, or until it must not go on. */
class BodyReader {
  readonly #end = Promise.withResolvers<Buffer>()
  readonly #request: IncomingMessage
  readonly #declared: number
  readonly #bounds: BodyBounds
  readonly #chunks: Buffer[] = []
  #size = 0
  #upload: Upload | undefined

  constructor(request: IncomingMessage, declared: number, bounds: BodyBounds) {
    this.#request = request
    this.#declared = declared
    this.#bounds = bounds
    // `close` follows an error too, which nobody needs to listen to then.
    request.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onBroken)
    if (request.complete) return
    const { uploads, owner, bytesMax } = bounds
    this.#upload = uploads.follow(request, owner, declared === 0 ? bytesMax : declared, this.#fail)
  }

  get body(): Promise<Buffer> {
    return this.#end.promise
  }

  readonly #onData = (chunk: Buffer): void => {
    const { bytesMax, claim } = this.#bounds
    this.#size += chunk.length
    if (this.#size > bytesMax) return this.#fail(tooLarge(bytesMax))
    this.#chunks.push(chunk)
    if (this.#size <= this.#declared) return
    try {
      claim.grow(chunk.length)
    } catch (thrown) {
      this.#fail(thrown)
    }
  }

  readonly #onEnd = (): void => {
    this.#stop()
    const [only] = this.#chunks
    const isWhole = this.#chunks.length === 1 && only !== undefined
    this.#end.resolve(isWhole ? only : Buffer.concat(this.#chunks, this.#size))
  }

  readonly #onBroken = (): void => this.#fail(brokenOff())

  readonly #fail = (error: unknown): void => {
    this.#stop()
    this.#end.reject(error)
  }

  #stop(): void {
    this.#request.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onBroken)
    this.#upload?.end()
  }
}

function brokenOff(): Error {
  return appError('bad_request', { detail: { reason: 'the upload was broken off' } })
}

function tooLarge(bytesMax: number): Error {
  return appError('body_too_large', { message: `The request body is larger than ${bytesMax} bytes.` })
}
