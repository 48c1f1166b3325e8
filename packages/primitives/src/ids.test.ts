import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectUuid, isLowerCaseUuid, isUuid, readUuid } from '@mtg/primitives'

const LOWER = '0193f5a1-7c2e-7d3a-9b4c-5d6e7f8091a2'
const UPPER = LOWER.toUpperCase()

test('a UUID is known in both cases, and read in lower case', () => {
  assert.ok(isUuid(LOWER) && isUuid(UPPER))
  assert.ok(isLowerCaseUuid(LOWER) && !isLowerCaseUuid(UPPER))
  assert.equal(readUuid(UPPER), LOWER)
})

test('nothing else is a UUID', () => {
  for (const text of ['', 'x', LOWER.replaceAll('-', ''), `${LOWER}0`, `{${LOWER}}`, LOWER.replace('7c2e', '7c2g')]) {
    assert.ok(!isUuid(text) && !isLowerCaseUuid(text), text)
    assert.equal(readUuid(text), undefined)
    assert.throws(() => expectUuid(text), TypeError)
  }
})
