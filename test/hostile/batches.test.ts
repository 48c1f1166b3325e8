import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { nulInToolName } from './src/attacks/nul-in-tool-name.ts'
import { oversizedBatch } from './src/attacks/oversized-batch.ts'
import { type Scene, startScene } from './src/target.ts'
import { assertUnharmed } from './src/trial.ts'

let scene: Scene

before(async () => {
  scene = await startScene()
})

after(() => scene?.stop())

const failuresOfOurs = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).filter(([name, count]) => name.startsWith('500') && count > 0)

test('a NUL in a tool name fails nobody else’s call', async t => {
  const { counts } = await assertUnharmed(t, scene, nulInToolName)
  assert.deepEqual(failuresOfOurs(counts), [])
})

test('more than a message between services may hold fails nobody else’s call', async t => {
  const { counts } = await assertUnharmed(t, scene, oversizedBatch)
  assert.deepEqual(failuresOfOurs(counts), [])
})
