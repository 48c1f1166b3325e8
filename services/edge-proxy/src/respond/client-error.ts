import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { appError } from '@mtg/errors'
import { envelope } from './envelope.ts'

const REQUEST_TIMEOUT = 408

/** Answers what is not HTTP, or came too slowly, and closes the connection. */
export function sendClientError(error: Error, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy()
  const isSlow = 'code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const answer = isSlow
    ? appError('bad_request', { status: REQUEST_TIMEOUT, message: 'The request was not complete in time.' })
    : appError('bad_request')
  const body = envelope(answer)
  const head = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    'content-type: application/json; charset=utf-8',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
