import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPackedStages, packStages, unpackStages } from './index.ts'

const stages = [
  { name: 'authenticate', durationUs: 40, note: '' },
  { name: 'reserve', durationUs: 0, note: 'insufficient_balance' },
  { name: 'deliver', durationUs: 123_456_789, note: '' },
]

test('stages that are packed come out as they were', () => {
  for (const some of [stages, stages.slice(0, 1), []]) {
    const packed = packStages(some)
    assert.ok(isPackedStages(packed))
    assert.deepEqual(unpackStages(packed), some)
  }
})

test('a note with what separates stages takes none of its neighbours down', () => {
  const packed = packStages([{ name: 'forward', durationUs: 7, note: 'a b;c 1' }, ...stages])
  assert.ok(isPackedStages(packed))
  assert.deepEqual(unpackStages(packed), [{ name: 'forward', durationUs: 7, note: 'a_b_c_1' }, ...stages])
})

test('what is no packed text is seen, however long it is', () => {
  const wrong = [undefined, 7, stages, 'parse', 'parse 4;', ';parse 4', 'parse x', 'parse -1', 'parse 4 a b', ' ']
  for (const text of wrong) assert.equal(isPackedStages(text), false, JSON.stringify(text))
  assert.equal(isPackedStages(`${'parse 4;'.repeat(100_000)}!`), false)
})
