import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { badJsonFlood } from './src/attacks/bad-json-flood.ts'
import { eventFlood } from './src/attacks/event-flood.ts'
import { keyFlood } from './src/attacks/key-flood.ts'
import { slowToJudge } from './src/attacks/slow-to-judge.ts'
import { type Scene, startScene } from './src/target.ts'
import { assertUnharmed } from './src/trial.ts'

let scene: Scene

before(async () => {
  scene = await startScene()
})

after(() => scene?.stop())

test('a flood of bodies that are no JSON slows nobody down', async t => {
  const { counts } = await assertUnharmed(t, scene, badJsonFlood)
  assert.ok((counts['400 invalid_request'] ?? 0) > 0)
})

test('bodies of as many keys as fit into a megabyte slow nobody down', async t => {
  const { counts } = await assertUnharmed(t, scene, keyFlood)
  assert.ok((counts['400 invalid_request'] ?? 0) > 0)
})

test('answers of megabytes that take long to judge slow nobody down', async t => {
  await assertUnharmed(t, scene, slowToJudge)
})

test('streams of tiny lines, tiny events and huge ones slow nobody down', async t => {
  await assertUnharmed(t, scene, eventFlood)
})
