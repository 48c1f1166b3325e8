import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { localIntruder } from './src/attacks/local-intruder.ts'
import { takenOverEdge } from './src/attacks/taken-over-edge.ts'
import { type Scene, startScene } from './src/target.ts'
import { assertUnharmed } from './src/trial.ts'

let scene: Scene

before(async () => {
  scene = await startScene({ ownServers: true })
})

after(() => scene?.stop())

test('a local user without credentials gets nothing at any server, and disturbs nobody', async t => {
  const { counts } = await assertUnharmed(t, scene, localIntruder)
  assert.deepEqual(Object.keys(counts).toSorted(), [
    'NATS refused',
    'PostgreSQL refused',
    'Redis refused',
    'gRPC refused',
  ])
})

test('a taken-over edge may call no administrative RPC and cannot touch the streams', async t => {
  const { counts } = await assertUnharmed(t, scene, takenOverEdge)
  assert.deepEqual(Object.keys(counts), ['refused'])
})
