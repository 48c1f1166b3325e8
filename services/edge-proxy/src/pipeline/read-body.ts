import type { IncomingMessage, ServerResponse } from 'node:http'
import { appError } from '@mtg/errors'
import { mediaTypeOf } from '../publisher/exchange.ts'

/**
 * Reads a JSON body, counting as it comes. Whoever asks for leave to send it (Expect: 100-continue) gets it here, after
 * everything that can be refused without the body.
 */
export function readBody(request: IncomingMessage, response: ServerResponse, bytesMax: number): Promise<Buffer> {
  const { headers } = request
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    throw appError('bad_request', { message: 'Request bodies must not be compressed (Content-Encoding).' })
  }
  if (mediaTypeOf(headers) !== 'application/json') {
    throw appError('bad_request', { message: 'The Content-Type must be application/json.' })
  }
  return collectBody(request, response, bytesMax)
}

/** Reads a body of any kind. */
export function collectBody(request: IncomingMessage, response: ServerResponse, bytesMax: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax)
  // Its end has been told before anybody listened.
  if (request.destroyed) throw brokenOff()
  if (request.headers.expect !== undefined) response.writeContinue()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size > bytesMax) return fail(tooLarge(bytesMax))
      chunks.push(chunk)
    }
    const onEnd = () => {
      request.off('close', onBroken)
      const [only] = chunks
      resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, size))
    }
    const onBroken = () => fail(brokenOff())
    const fail = (error: Error) => {
      request.off('data', onData).off('end', onEnd).off('close', onBroken)
      reject(error)
    }
    // An error that nobody listens to is only followed by the end of the connection.
    request.on('data', onData).on('end', onEnd).on('close', onBroken)
  })
}

function brokenOff(): Error {
  return appError('bad_request', { detail: { reason: 'the upload was broken off' } })
}

function tooLarge(bytesMax: number): Error {
  return appError('body_too_large', { message: `The request body is larger than ${bytesMax} bytes.` })
}
