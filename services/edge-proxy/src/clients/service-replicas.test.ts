import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics } from '@mtg/observability'
import { createByteBudget } from '../limits/bytes/byte-budget.ts'
import { createLimitRefusals } from '../limits/limit-refusals.ts'
import { collectAnswer } from './service-replicas.ts'

const refusals = createLimitRefusals(createMetrics('test'))

function fullBudget() {
  const budget = createByteBudget({ limit: 'answer_bytes', bytesMax: 30_000, refusals })
  for (const owner of ['a', 'b', 'c', 'd']) budget.open(owner).grow(Math.floor((30_000 - budget.held()) / 3))
  return budget
}

async function* inPieces(...sizes: number[]): AsyncIterable<Buffer> {
  for (const size of sizes) yield Buffer.alloc(size)
}

test('a small answer is handed over however full the budget of large ones is', async () => {
  const claim = fullBudget().open('ada')
  assert.equal((await collectAnswer(inPieces(1_000, 15_000), claim)).length, 16_000)
})

test('a large answer counts whole, from its first byte', async () => {
  await assert.rejects(collectAnswer(inPieces(16_000, 1_000), fullBudget().open('ada')), { code: 'overloaded' })
  const budget = createByteBudget({ limit: 'answer_bytes', bytesMax: 300_000, refusals })
  await collectAnswer(inPieces(16_000, 1_000, 500), budget.open('ada'))
  assert.equal(budget.held(), 17_500)
})
