import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { halfSentOauth } from './src/attacks/half-sent-oauth.ts'
import { largeAnswers } from './src/attacks/large-answers.ts'
import { subscriptionHoarding } from './src/attacks/subscription-hoarding.ts'
import { unsentBodies } from './src/attacks/unsent-bodies.ts'
import { type Scene, startScene } from './src/target.ts'
import { assertUnharmed } from './src/trial.ts'

let scene: Scene

before(async () => {
  scene = await startScene()
})

after(() => scene?.stop())

test('bodies that are never sent take no place from those who send theirs', async t => {
  const { counts } = await assertUnharmed(t, scene, unsentBodies)
  assert.ok((counts['503'] ?? 0) > 0)
})

test('a buyer who hoards subscriptions leaves some to others', async t => {
  const { counts } = await assertUnharmed(t, scene, subscriptionHoarding)
  assert.ok((counts['503'] ?? 0) > 0)
})

test('half-sent bodies of strangers cost little and keep nobody from signing in', async t => {
  const { counts } = await assertUnharmed(t, scene, halfSentOauth)
  assert.ok((counts['400'] ?? 0) > 0)
})

test('large answers that nobody reads stay within the budget', async t => {
  const { counts } = await assertUnharmed(t, scene, largeAnswers)
  assert.ok((counts['200'] ?? 0) > 0)
})
