import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFrames } from './frames.ts'

const messages = [
  'POST /a HTTP/1.1\r\ncontent-length: 3\r\n\r\nabc',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe\r\nl\r\nA\r\n0123456789\r\n0\r\n\r\n',
  'GET /v1/models HTTP/1.1\r\nhost: x\r\n\r\n',
  'HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n',
]
const heads = messages.map(message => message.slice(0, message.indexOf('\r\n')))

test('messages are told apart wherever the network cuts them', () => {
  const bytes = Buffer.from(messages.join(''))
  for (let size = 1; size <= bytes.length; size += 1) {
    const seen: string[] = []
    const read = readFrames(head => seen.push(head.slice(0, head.indexOf('\r\n'))))
    for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size))
    assert.deepEqual(seen, heads, `in pieces of ${size}`)
  }
})
