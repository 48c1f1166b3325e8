import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createMetrics } from '@mtg/observability'
import { asCallId, asKeyId, asPurchaseId, systemClock, uuidv7 } from '@mtg/primitives'
import type { CallMove, HoldOutcome, SettleOutcome } from '../domain/call-move.ts'
import { batchSizes } from '../observe/call-counts.ts'
import { createCallMoves } from './call-moves.ts'

const HELD: HoldOutcome = { isHeld: true, priceMicros: 5n, isKnown: false }
const DONE: SettleOutcome = { code: '', amountMicros: 5n }
const FULL: HoldOutcome = {
  isHeld: false,
  code: 'spend_limit_exceeded',
  priceMicros: 5n,
  windowEndsAt: null,
  breach: { limit: 'total', keyId: asKeyId(uuidv7(0)), keyName: 'k', value: 4n, spentMicros: 0n, freesAt: null },
}
const outcomeOf = (move: CallMove) => (move.kind === 'hold' ? HELD : DONE)
const holdOf = () => ({
  callId: asCallId(uuidv7(0)),
  purchaseId: asPurchaseId(uuidv7(0)),
  tool: '',
  keyId: null,
  name: '',
  maxPriceMicros: null,
  isPaid: true,
  ttlMs: 1,
})
const settleOf = (action: 'capture' | 'release') => ({
  callId: asCallId(uuidv7(0)),
  action,
  totalTokens: 0n,
  outcome: '',
})

function start(
  runAlone: (move: CallMove) => Promise<HoldOutcome | SettleOutcome | undefined>,
  held: HoldOutcome = HELD,
) {
  const alone: CallMove[] = []
  const batches: CallMove[][] = []
  const moves = createCallMoves({
    async run(batch) {
      batches.push(batch)
      return batch.map(move => (move.kind === 'hold' ? held : DONE))
    },
    async runAlone(move) {
      alone.push(move)
      return await runAlone(move)
    },
    sizes: batchSizes(createMetrics('billing'), 'move'),
    onSplit: () => {},
  })
  return { moves, alone, batches }
}

test('few moves go by themselves, and what comes while they do shares a statement', async () => {
  const { promise, resolve } = Promise.withResolvers<HoldOutcome>()
  const { moves, alone, batches } = start(() => promise)
  const askFor = (count: number) => Array.from({ length: count }, () => moves.hold(holdOf()))
  const asked = askFor(4)
  await turn()
  asked.push(...askFor(6))
  assert.equal(moves.pending, 10)
  await turn()
  resolve(HELD)
  await Promise.all(asked)
  assert.equal(alone.length, 4)
  assert.deepEqual(
    batches.map(batch => batch.length),
    [6],
  )
  assert.equal(moves.pending, 0)
})

test('who come together are counted first: none of a crowd goes by itself', async () => {
  const { moves, alone, batches } = start(async move => outcomeOf(move))
  await Promise.all(Array.from({ length: 5 }, () => moves.hold(holdOf())))
  assert.deepEqual([alone.length, batches.map(batch => batch.length)], [0, [5]])
})

test('captures of one turn go together, however few; a lone one goes by itself, and so does a hold beside them', async () => {
  const { moves, alone, batches } = start(async move => outcomeOf(move))
  await Promise.all([moves.settle(settleOf('capture')), moves.hold(holdOf()), moves.settle(settleOf('capture'))])
  assert.deepEqual(
    [alone.map(move => move.kind), batches.map(batch => batch.map(move => move.kind))],
    [['hold'], [['settle', 'settle']]],
  )
  await Promise.all([moves.settle(settleOf('capture')), moves.hold(holdOf())])
  assert.deepEqual([alone.length, batches.length], [3, 1])
})

test('after a crowd, who comes next shares a statement too, for a moment', async context => {
  let nowMs = 0
  context.mock.method(systemClock, 'monotonicMs', () => nowMs)
  const { moves, alone, batches } = start(async move => outcomeOf(move))
  await Promise.all(Array.from({ length: 20 }, () => moves.hold(holdOf())))
  await Promise.all([moves.hold(holdOf()), moves.hold(holdOf())])
  assert.equal(alone.length, 0)
  assert.equal(batches.flat().length, 22)
  nowMs = 10
  await moves.hold(holdOf())
  assert.equal(alone.length, 1)
})

class RowExists extends Error {
  readonly code = '23505'
}

test('what is not ordinary, or met another process, is decided with the others', async () => {
  for (const runAlone of [async () => undefined, () => Promise.reject(new RowExists())]) {
    const { moves, alone, batches } = start(runAlone)
    assert.deepEqual(await moves.settle(settleOf('capture')), DONE)
    assert.deepEqual([alone.length, batches.length], [1, 1])
  }
})

test('a key that has come to a limit is asked about once, not twice, while it is full', async () => {
  const { moves, alone, batches } = start(async () => undefined, FULL)
  const keyId = asKeyId(uuidv7(0))
  for (let asked = 0; asked < 3; asked += 1) await moves.hold({ ...holdOf(), keyId })
  assert.deepEqual([alone.length, batches.length], [1, 3])
  await moves.hold({ ...holdOf(), keyId: asKeyId(uuidv7(0)) })
  assert.equal(alone.length, 2)
})

test('a release has no statement of its own', async () => {
  const { moves, alone, batches } = start(async move => outcomeOf(move))
  await moves.settle(settleOf('release'))
  assert.deepEqual([alone.length, batches.length], [0, 1])
})

test('a move that fails by itself fails nobody else', async () => {
  const { moves, batches } = start(() => Promise.reject(new Error('poison')))
  await assert.rejects(moves.hold(holdOf()), { message: 'poison' })
  assert.equal(batches.length, 0)
  assert.equal(moves.pending, 0)
})
