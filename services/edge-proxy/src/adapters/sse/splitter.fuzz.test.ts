import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzz } from '@mtg/testing/fuzz'
import * as fc from 'fast-check'
import type { SseEvent } from './event.ts'
import { createSseSplitter, SseOverflow } from './splitter.ts'

const BYTES_MAX = 200_000
/** Each byte is counted when it comes, searched for two line ends, and copied a few times at most. */
const STEPS_PER_BYTE_MAX = 12

const piece = fc.oneof(
  fc.constantFrom(
    'data',
    'data:',
    'data: x',
    'data:\u00e9\u20ac',
    'id: 7',
    'id',
    'retry: 1',
    'event: message',
    ':',
    ': hi',
  ),
  fc.constantFrom('\n', '\r', '\r\n', '\n\n', '\r\r', '\ufeff', ' '),
  fc.string({ maxLength: 20 }),
  fc.uint8Array({ maxLength: 10 }),
)
const streams = fc
  .array(piece, { maxLength: 60 })
  .map(pieces => Buffer.concat(pieces.map(each => Buffer.from(each as string))))

/** Cuts at random places, twice at the same one too. */
const cutsOf = (length: number) => fc.array(fc.nat(length), { maxLength: 30 })

function cut(stream: Buffer, cuts: readonly number[]): Buffer[] {
  const marks = [0, ...cuts.toSorted((a, b) => a - b), stream.length]
  return marks.slice(1).map((end, index) => stream.subarray(marks[index], end))
}

/** Comments apart: those in a row are one when they come at once, and several when they do not. */
function split(chunks: readonly Buffer[]): { events: [string, string | undefined][]; steps: number } {
  const splitter = createSseSplitter(BYTES_MAX)
  const events: SseEvent[] = chunks.flatMap(chunk => splitter.push(chunk))
  const shown = events.filter(event => event.isComment !== true)
  return {
    events: shown.map(({ bytes, data }) => [bytes.toString('hex'), data?.toString('hex')]),
    steps: splitter.steps(),
  }
}

/** What the standard for event streams says, written as plainly as can be: whole lines of a whole stream. */
function expected(stream: Buffer): [string, string | undefined][] {
  const text = stream.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  const lines = text.split(/\r\n|\n|\r/).slice(0, -1)
  // A line end that is a CR at the very end is not known to be whole.
  if (text.endsWith('\r')) lines.pop()
  const events: [string, string | undefined][] = []
  let kept: string[] = []
  for (const line of lines) {
    if (line === '') {
      if (kept.length > 0) events.push(eventOf(kept))
      kept = []
    } else if (!/^(:|(id|retry)(:|$))/.test(line)) kept.push(line)
  }
  return events
}

function eventOf(lines: string[]): [string, string | undefined] {
  const values = lines.filter(line => /^data(:|$)/.test(line)).map(line => line.replace(/^data:? ?/, ''))
  const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex')
  return [hex(lines.map(line => `${line}\n`).join('') + '\n'), values.length === 0 ? undefined : hex(values.join('\n'))]
}

test('a stream has the same events however the network cuts it, and they are those of the standard', async t => {
  const cases = streams.chain(stream => fc.tuple(fc.constant(stream), cutsOf(stream.length)))
  await fuzz(
    t,
    2000,
    fc.property(cases, ([stream, cuts]) => {
      const whole = split([stream])
      assert.deepEqual(whole.events, expected(stream))
      assert.deepEqual(split(cut(stream, cuts)).events, whole.events)
    }),
  )
})

test('no stream costs more work than so much for each of its bytes, whatever it repeats', async t => {
  const repeated = fc.record({ unit: piece, times: fc.nat(20_000), chunkSize: fc.integer({ min: 1, max: 65_536 }) })
  await fuzz(
    t,
    60,
    fc.property(repeated, ({ unit, times, chunkSize }) => {
      const bytes = Buffer.from(unit as string)
      const stream = Buffer.concat(Array.from({ length: times }, () => bytes)).subarray(0, BYTES_MAX - 1)
      const chunks = Array.from({ length: Math.ceil(stream.length / chunkSize) }, (_, index) =>
        stream.subarray(index * chunkSize, (index + 1) * chunkSize),
      )
      const { steps } = split(chunks)
      assert.ok(steps <= STEPS_PER_BYTE_MAX * (stream.length + 1), `${steps} steps for ${stream.length} bytes`)
    }),
  )
})

test('an event that grows over the bound is cut off there, however it comes', async t => {
  await fuzz(
    t,
    200,
    fc.property(fc.constantFrom('data: xxxx\n', 'x', 'data: é', 'event: a\r'), fc.nat(100), (unit, size) => {
      const splitter = createSseSplitter(1000)
      const chunk = Buffer.from(unit.repeat(size + 1))
      assert.throws(() => {
        for (let sent = 0; sent < 4000; sent += chunk.length) splitter.push(chunk)
      }, SseOverflow)
    }),
  )
})
