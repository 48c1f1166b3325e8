import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzz } from '@mtg/testing/fuzz'
import * as fc from 'fast-check'
import { createSseSplitter, SseOverflow } from './splitter.ts'

const split = (...chunks: (string | Buffer)[]) => {
  const splitter = createSseSplitter(1000)
  return chunks
    .flatMap(chunk => splitter.push(Buffer.from(chunk as string)))
    .map(({ bytes, data }) => [bytes.toString(), data?.toString()])
}

test('events come out whole, with their data', () => {
  assert.deepEqual(split('event: message\ndata: {"a":1}\n\ndata:x\ndata: y\n\n'), [
    ['event: message\ndata: {"a":1}\n\n', '{"a":1}'],
    ['data:x\ndata: y\n\n', 'x\ny'],
  ])
})

test('id and retry lines never reach the buyer', () => {
  assert.deepEqual(split('id: 7\nretry: 5\ndata: a\nid\n\nid: 8\n\n'), [['data: a\n\n', 'a']])
})

test('a heartbeat comment passes at once', () => {
  assert.deepEqual(split(': ping\n'), [[': ping\n\n', undefined]])
})

test('all three line ends and a byte order mark are understood', () => {
  assert.deepEqual(split('\ufeffdata: a\r\n\r\ndata: b\r\rdata: c\n\n'), [
    ['data: a\n\n', 'a'],
    ['data: b\n\n', 'b'],
    ['data: c\n\n', 'c'],
  ])
})

test('an event without end is cut off at the bound, however it arrives', () => {
  assert.throws(() => split(`data: ${'x'.repeat(2000)}`), SseOverflow)
  assert.throws(() => split(...Array.from({ length: 300 }, () => 'data: xxxx\n')), SseOverflow)
})

test('the events do not depend on how the network cuts the stream', async context => {
  const stream = Buffer.from(': hi\r\ndata: é€😀\r\rid: 3\ndata: 1\ndata: 2\n\n\r\nevent: x\ndata:\n\n')
  const whole = split(stream)
  await fuzz(
    context,
    100,
    fc.property(fc.array(fc.nat(stream.length), { maxLength: 12 }), cuts => {
      const marks = [0, ...cuts.toSorted((a, b) => a - b), stream.length]
      const chunks = marks.slice(1).map((end, index) => stream.subarray(marks[index], end))
      assert.deepEqual(split(...chunks), whole)
    }),
  )
})
