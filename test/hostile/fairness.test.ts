import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { heavyBuyer } from './src/attacks/heavy-buyer.ts'
import { notificationFlood } from './src/attacks/notification-flood.ts'
import { refusedCallsFlood } from './src/attacks/refused-calls-flood.ts'
import { unknownCredentialFlood } from './src/attacks/unknown-credential-flood.ts'
import { type Scene, startScene } from './src/target.ts'
import { assertUnharmed } from './src/trial.ts'

let scene: Scene

before(async () => {
  scene = await startScene()
})

after(() => scene?.stop())

test('calls that are refused for want of money slow nobody down, and are counted', async t => {
  const { counts } = await assertUnharmed(t, scene, refusedCallsFlood)
  assert.ok((counts['402 insufficient_balance'] ?? 0) > 0)
})

test('a flood of notifications slows nobody down', async t => {
  const { counts } = await assertUnharmed(t, scene, notificationFlood)
  assert.ok((counts['202'] ?? 0) > 0)
})

test('guesses at credentials keep nobody out, not even at the same address', async t => {
  const { counts } = await assertUnharmed(t, scene, unknownCredentialFlood)
  assert.ok((counts['401 api_key_invalid'] ?? 0) > 0)
})

test('a buyer who keeps everything busy keeps nobody waiting', async t => {
  const { counts } = await assertUnharmed(t, scene, heavyBuyer)
  assert.ok((counts['200'] ?? 0) > 0)
})
