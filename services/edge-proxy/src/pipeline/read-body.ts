import type { IncomingMessage, ServerResponse } from 'node:http'
import { appError } from '@mtg/errors'
import type { ByteClaim } from '../limits/byte-budget.ts'
import type { Upload, Uploads } from '../limits/uploads.ts'
import { mediaTypeOf } from '../publisher/answer-head.ts'

/** What reading bodies needs. */
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
 * Reads a JSON body, counting as it comes. Whoever asks for leave to send it (Expect: 100-continue) gets it here, after
 * everything that can be refused without the body.
 */
export function readBody(request: IncomingMessage, response: ServerResponse, bounds: BodyBounds): Promise<Buffer> {
  const { headers } = request
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    throw appError('bad_request', { message: 'Request bodies must not be compressed (Content-Encoding).' })
  }
  if (mediaTypeOf(headers) !== 'application/json') {
    throw appError('bad_request', { message: 'The Content-Type must be application/json.' })
  }
  return collectBody(request, response, bounds)
}

/**
 * Reads a body of any kind. A body that says how long it is has its bytes set aside before any is read, so that those that
 * are let in get through; the others take bytes as they come.
 */
export function collectBody(request: IncomingMessage, response: ServerResponse, bounds: BodyBounds): Promise<Buffer> {
  const { bytesMax, claim } = bounds
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > bytesMax) throw tooLarge(bytesMax)
  // Its end has been told before anybody listened.
  if (request.destroyed) throw brokenOff()
  if (declared > 0) claim.grow(declared)
  if (request.headers.expect !== undefined) response.writeContinue()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let upload: Upload | undefined
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size > bytesMax) return fail(tooLarge(bytesMax))
      chunks.push(chunk)
      if (size > declared) growBy(chunk.length)
    }
    const onEnd = () => {
      stop()
      const [only] = chunks
      resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, size))
    }
    const onBroken = () => fail(brokenOff())
    const stop = () => {
      request.off('data', onData).off('end', onEnd).off('close', onBroken)
      upload?.end()
    }
    const fail = (error: unknown) => {
      stop()
      reject(error)
    }
    const growBy = (bytes: number) => {
      try {
        claim.grow(bytes)
      } catch (thrown) {
        fail(thrown)
      }
    }
    // An error that nobody listens to is only followed by the end of the connection.
    request.on('data', onData).on('end', onEnd).on('close', onBroken)
    if (!request.complete)
      upload = bounds.uploads.follow(request, bounds.owner, declared === 0 ? bytesMax : declared, fail)
  })
}

function brokenOff(): Error {
  return appError('bad_request', { detail: { reason: 'the upload was broken off' } })
}

function tooLarge(bytesMax: number): Error {
  return appError('body_too_large', { message: `The request body is larger than ${bytesMax} bytes.` })
}
