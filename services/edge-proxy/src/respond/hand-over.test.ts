import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { createFakeClock } from '@mtg/primitives'
import { ReaderPatience, watchHandOver } from './hand-over.ts'

const clock = createFakeClock()

/** An answer of 1,000 bytes, of which so many are still here, or that waits for its turn. */
function begin({ mock }: TestContext, waiting: number | 'behind another') {
  mock.timers.enable({ apis: ['setTimeout'] })
  const seen = { slow: 0, cut: 0 }
  const socket = { writableLength: 0, destroy: () => void (seen.cut += 1) }
  const response = { socket: null as typeof socket | null, req: { socket } }
  const takeTurn = (length: number) => {
    socket.writableLength = length
    response.socket = socket
  }
  if (waiting !== 'behind another') takeTurn(waiting)
  const pace = { graceMs: 100, bytesPerSecondMin: 1_000, clock, onSlow: () => void (seen.slow += 1) }
  const forget = watchHandOver(response as unknown as ServerResponse, 1_000, pace)
  return { seen, forget, takeTurn, passMs: (ms: number) => mock.timers.tick(ms) }
}

test('a reader who takes longer than the pace allows is cut off', context => {
  const { seen, passMs } = begin(context, 10)
  passMs(1_099)
  assert.deepEqual(seen, { slow: 0, cut: 0 })
  passMs(1)
  assert.deepEqual(seen, { slow: 1, cut: 1 })
})

test('a reader who has everything, or has it in time, is left alone', context => {
  const { seen, passMs } = begin(context, 0)
  passMs(10_000)
  assert.equal(seen.cut, 0)
})

test('an answer that was handed over is forgotten', context => {
  const { seen, forget, passMs } = begin(context, 10)
  forget()
  passMs(10_000)
  assert.equal(seen.cut, 0)
})

test('an answer that waits behind another is not late before its turn', context => {
  const { seen, takeTurn, passMs } = begin(context, 'behind another')
  passMs(5_000)
  assert.equal(seen.cut, 0)
  takeTurn(10)
  passMs(1_100)
  assert.equal(seen.cut, 1)
})

test('a reader of a stream who keeps the pace is waited for as long as the stream lasts', () => {
  const patience = new ReaderPatience({ graceMs: 100, bytesPerSecondMin: 1_000, clock, onSlow: () => {} })
  for (let piece = 0; piece < 1_000; piece += 1) {
    assert.ok(patience.waitMsOf(50) >= 50)
    patience.spend(50)
  }
})

test('a reader of a stream who takes less than that is waited for ever less, however steadily it takes it', () => {
  const patience = new ReaderPatience({ graceMs: 100, bytesPerSecondMin: 1_000, clock, onSlow: () => {} })
  const waits = Array.from({ length: 5 }, () => {
    const waitMs = patience.waitMsOf(10)
    patience.spend(40)
    return waitMs
  })
  assert.deepEqual(waits, [110, 80, 50, 20, 0])
})

test('a reader of a stream who was fast may not pause for longer than another', () => {
  const patience = new ReaderPatience({ graceMs: 100, bytesPerSecondMin: 1_000, clock, onSlow: () => {} })
  for (let piece = 0; piece < 100; piece += 1) patience.waitMsOf(1_000)
  assert.equal(patience.waitMsOf(10), 110)
})
