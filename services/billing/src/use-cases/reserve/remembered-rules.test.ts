import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asBuyerId, asKeyId, createFakeClock, uuidv7 } from '@mtg/primitives'
import type { KeyRules } from '../../domain/key-limits.ts'
import { rememberRules } from './remembered-rules.ts'

const KEY = { keyId: asKeyId(uuidv7(0)), buyerId: asBuyerId(uuidv7(0)) }
const rulesNamed = (name: string): KeyRules[] => [{ keyId: KEY.keyId, name, apps: [], tools: [], loop: null }]

function start() {
  const clock = createFakeClock()
  const asked: PromiseWithResolvers<readonly KeyRules[]>[] = []
  const remembered = rememberRules({
    lookUp() {
      const question = Promise.withResolvers<readonly KeyRules[]>()
      asked.push(question)
      return question.promise
    },
    clock,
    keepMs: () => 10_000,
  })
  return { clock, asked, remembered, find: (fresh = false) => remembered.find(KEY, { fresh }) }
}

test('rules are read again beside calls, and believed no longer than their time', async () => {
  const { clock, asked, find } = start()
  const first = find()
  asked[0]?.resolve(rulesNamed('one'))
  await first
  clock.advance(6_000)
  assert.equal((await find())[0]?.name, 'one')
  assert.equal((await find())[0]?.name, 'one')
  assert.equal(asked.length, 2, 'once, beside the calls')
  asked[1]?.reject(new Error('away'))
  clock.advance(4_000)
  const later = find()
  assert.equal(asked.length, 3, 'unanswered, their time is over')
  asked[2]?.resolve(rulesNamed('two'))
  assert.equal((await later)[0]?.name, 'two')
})

test('what was read before a change of limits is not remembered after it', async () => {
  const { asked, remembered, find } = start()
  const before = find()
  remembered.forget(KEY)
  asked[0]?.resolve(rulesNamed('before'))
  await before
  const after = find()
  assert.equal(asked.length, 2)
  asked[1]?.resolve(rulesNamed('after'))
  assert.equal((await after)[0]?.name, 'after')
  assert.equal((await find())[0]?.name, 'after')
  remembered.forget({ buyerId: asBuyerId(uuidv7(0)) })
  await find()
  assert.equal(asked.length, 2, 'limits of another buyer have changed')
  remembered.forget('everything')
  void find()
  assert.equal(asked.length, 3)
})
