import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { slowReaders } from './src/attacks/slow-readers.ts'
import { type Scene, startScene } from './src/target.ts'
import { assertUnharmed } from './src/trial.ts'

let scene: Scene

before(async () => {
  // A pace at which the kernel's buffers are full, and patience at its end, within a trial.
  const serviceEnv = { 'edge-proxy': { HAND_OVER_GRACE_MS: '200', HAND_OVER_BYTES_PER_SECOND_MIN: '10000000' } }
  scene = await startScene({ serviceEnv })
})

after(() => scene?.stop())

test('streams that are read slowly or not at all are cut off, and slow nobody down', async t => {
  const { counts } = await assertUnharmed(t, scene, slowReaders, { attackMs: 10_000 })
  assert.ok((counts['cut off while reading nothing'] ?? 0) > 0)
  assert.ok((counts['cut off while sipping'] ?? 0) > 0)
})
