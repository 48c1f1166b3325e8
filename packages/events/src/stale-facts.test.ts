import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeTold, createStaleFacts } from './stale-facts.ts'

test('a change makes stale what was read before it about its buyer or publisher, and nothing else', () => {
  const stale = createStaleFacts()
  const before = stale.mark()
  stale.note({ buyerId: 'ada' })
  stale.note({ publisher: 'acme' })
  const after = stale.mark()
  assert.equal(stale.isStale(before, 'ada', 'bolt'), true)
  assert.equal(stale.isStale(before, 'bob', 'acme'), true)
  assert.equal(stale.isStale(before, 'bob', 'bolt'), false)
  assert.equal(stale.isStale(before, 'bob'), false)
  assert.equal(stale.isStale(after, 'ada', 'acme'), false)
})

test('a buyer and a publisher of the same name are two', () => {
  const stale = createStaleFacts()
  const before = stale.mark()
  stale.note({ publisher: 'acme' })
  assert.equal(stale.isStale(before, 'acme', 'bolt'), false)
})

test('when anything may have changed all that was read before is stale', () => {
  const stale = createStaleFacts()
  const before = stale.mark()
  stale.note('everything')
  assert.equal(stale.isStale(before, 'bob'), true)
  assert.equal(stale.isStale(stale.mark(), 'bob'), false)
})

test('changes without end are remembered within bounds, and none is forgotten', () => {
  const stale = createStaleFacts(3)
  const marks = Array.from({ length: 8 }, (_, index) => {
    const mark = stale.mark()
    stale.note({ buyerId: `buyer ${index}` })
    return mark
  })
  const last = stale.mark()
  for (const [index, mark] of marks.entries()) assert.equal(stale.isStale(mark, `buyer ${index}`), true)
  // Of the five oldest it is not known any more whom they were about.
  assert.deepEqual(
    marks.map(mark => stale.isStale(mark, 'somebody else')),
    [true, true, true, true, true, false, false, false],
  )
  assert.equal(stale.isStale(last, 'buyer 0'), false)
})

test('whoever changes again and again pushes no other change out', () => {
  const stale = createStaleFacts(3)
  const before = stale.mark()
  stale.note({ buyerId: 'ada' })
  for (let count = 0; count < 10; count += 1) stale.note({ buyerId: 'restless' })
  assert.equal(stale.isStale(before, 'ada'), true)
  assert.equal(stale.isStale(before, 'somebody else'), false)
})

test('an invalidation that names nobody is about everybody', () => {
  assert.equal(changeTold({ kind: 'catalogue', id: '' }), 'everything')
  assert.deepEqual(changeTold({ kind: 'catalogue', id: 'acme' }), { publisher: 'acme' })
  assert.deepEqual(changeTold({ kind: 'purchases', id: 'ada' }), { buyerId: 'ada' })
  assert.deepEqual(changeTold({ kind: 'key_limits', id: 'ada' }), { buyerId: 'ada' })
})
