import type { IncomingMessage, ServerResponse } from 'node:http'
import { appError } from '@mtg/errors'
import { type BodyBounds, collectBody } from '../call/collect-body.ts'
import { mediaTypeOf } from '../publisher/answer-head.ts'

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
