import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { abandonedCalls } from './src/attacks/abandoned-calls.ts'
import { informationalFlood } from './src/attacks/informational-flood.ts'
import { surplusAnswer } from './src/attacks/surplus-answer.ts'
import { type Scene, startScene } from './src/target.ts'
import { assertUnharmed } from './src/trial.ts'

let scene: Scene

before(async () => {
  scene = await startScene()
})

after(() => scene?.stop())

test('a publisher that answers with 103s takes no place for longer than its calls', async t => {
  const { counts } = await assertUnharmed(t, scene, informationalFlood)
  assert.ok((counts['200'] ?? 0) > 0)
})

test('an answer too many answers no other call', async t => {
  const { counts } = await assertUnharmed(t, scene, surplusAnswer)
  assert.ok((counts['200'] ?? 0) > 0)
  assert.equal(counts['answer of another call'], undefined)
})

test("a buyer who hangs up on an app does it no harm in its other buyers' eyes", async t => {
  const { counts } = await assertUnharmed(t, scene, abandonedCalls)
  assert.ok((counts['hung up'] ?? 0) > 0)
})
