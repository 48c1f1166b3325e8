import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createLogger, createMetrics } from '@mtg/observability'
import { createFakeClock } from '@mtg/primitives'
import { createOps } from '@mtg/runtime'
import { findInstance } from '../instance.ts'
import { createOutput } from '../output.ts'
import { healthCommand } from './health.ts'

const dir = mkdtempSync(join(tmpdir(), 'mtg-health-'))
after(() => rmSync(dir, { recursive: true, force: true }))

test('what is away is named with its reason and since when, for every process of the instance', async () => {
  const log = createLogger({ service: 'billing', level: 'silent' })
  const ops = createOps({ log, clock: createFakeClock(), metrics: createMetrics('billing') })
  ops.addCheck('database', () => Promise.reject(new Error('password authentication failed')), { critical: true })
  ops.addCheck('redis', async () => {}, { critical: false })
  ops.setStarted()
  const { port } = await ops.listen('127.0.0.1:0')
  const operations = { billing: `http://127.0.0.1:${port}`, auth: 'http://127.0.0.1:1' }
  writeFileSync(join(dir, 'state.json'), JSON.stringify({ grpc: {}, operations }))

  let text = ''
  let verdict: unknown
  const output = createOutput(false, written => {
    text += written
  })
  const instance = findInstance({ DATA_DIR: dir }, dir)
  const command = healthCommand(work => async (...args) => {
    verdict = await work({ instance, output }, ...args)
  })
  await command.parseAsync([], { from: 'user' })
  await ops.close()
  assert.equal(verdict, 'failed')
  assert.match(text, /billing +\(itself\) +away +takes no work/)
  assert.match(text, /billing +database +away +1970-01-01T00:00:00\.000Z +password authentication failed/)
  assert.match(text, /billing +redis +up/)
  assert.match(text, /auth +\(itself\) +away/)
})
