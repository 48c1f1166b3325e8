import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics } from '@mtg/observability'
import { createLimitRefusals, measureLimits } from '../limit-refusals.ts'
import { createByteBudget } from './byte-budget.ts'

function begin(bytesMax = 150) {
  const metrics = createMetrics('test')
  const budget = createByteBudget({ limit: 'body_bytes', bytesMax, refusals: createLimitRefusals(metrics) })
  measureLimits(metrics, [budget])
  return { metrics, budget }
}

const overloaded = { code: 'overloaded' }

test('an owner alone gets a third of the budget, and what is refused takes nothing', () => {
  const { budget } = begin()
  const claim = budget.open('ada')
  claim.grow(30)
  assert.throws(() => claim.grow(21), overloaded)
  claim.grow(20)
  assert.throws(() => budget.open('ada').grow(1), overloaded)
  assert.equal(budget.held(), 50)
})

test('however many take all they can, there is room for one more', () => {
  const { budget } = begin(10_000)
  for (let hoarder = 0; hoarder < 10; hoarder += 1) {
    const claim = budget.open(`hoarder ${hoarder}`)
    assert.throws(() => {
      for (;;) claim.grow(10)
    }, overloaded)
  }
  assert.ok(budget.held() < 10_000)
  budget.open('victim').grow(50)
})

test('a claim counts against both of its owners', () => {
  const { budget } = begin()
  budget.open('ada', 'acme/search').grow(40)
  assert.throws(() => budget.open('bob', 'acme/search').grow(20), overloaded)
  assert.throws(() => budget.open('ada', 'acme/chat').grow(20), overloaded)
  budget.open('bob', 'acme/chat').grow(20)
  assert.equal(budget.held(), 60)
})

test('what is released is free for others, once, and a released claim takes nothing', () => {
  const { budget } = begin()
  const [claim, other] = [budget.open('ada', 'acme/search'), budget.open('ada')]
  claim.grow(10)
  other.grow(10)
  claim.release()
  claim.release()
  assert.equal(budget.held(), 10)
  assert.throws(() => claim.grow(1), overloaded)
  other.release()
  assert.equal(budget.held(), 0)
  budget.open('bob', 'acme/search').grow(50)
})

test('bytes that are given back singly are free, and are not given back twice', () => {
  const { budget } = begin()
  const claim = budget.open('ada', 'acme/search')
  claim.grow(30)
  claim.shrink(10)
  assert.equal(budget.held(), 20)
  claim.release()
  claim.shrink(10)
  assert.equal(budget.held(), 0)
})

test('refusals are counted by their limit, and what is held is told beside how much there is', async () => {
  const { metrics, budget } = begin()
  const claim = budget.open('ada')
  claim.grow(50)
  assert.throws(() => claim.grow(1), { detail: { limit: 'body_bytes', owner: 'ada' } })
  const text = await metrics.text()
  assert.match(text, /^mtg_edge_limit_refusals_total\{limit="body_bytes",service="test"\} 1$/m)
  assert.match(text, /^mtg_edge_limit_refusals_total\{limit="answer_bytes",service="test"\} 0$/m)
  assert.match(text, /^mtg_edge_limit_under_way\{limit="body_bytes",service="test"\} 50$/m)
  assert.match(text, /^mtg_edge_limit_max\{limit="body_bytes",service="test"\} 150$/m)
})
