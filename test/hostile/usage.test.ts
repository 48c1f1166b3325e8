import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { usageFlood } from './src/attacks/usage-flood.ts'
import { type Scene, startScene } from './src/target.ts'
import { assertUnharmed } from './src/trial.ts'

let scene: Scene

before(async () => {
  scene = await startScene()
})

after(() => scene?.stop())

test("refused calls with huge model names lose and delay no record of the victim's", async t => {
  const { counts } = await assertUnharmed(t, scene, usageFlood)
  const refused = Object.entries(counts).filter(([answer]) => /^4\d\d /.test(answer))
  assert.ok(refused.length > 0, JSON.stringify(counts))
})
