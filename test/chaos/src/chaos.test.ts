import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describe, violationsOf } from './report.ts'
import { runChaos } from './run.ts'

const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 32))

test('whatever is killed, frozen or wiped: nothing is overdrawn, charged twice, or charged for nothing', async context => {
  context.diagnostic(`seed ${seed} (repeat with CHAOS_SEED=${seed})`)
  const log = (line: string) => context.diagnostic(line)
  const report = await runChaos({ seed, seconds: 12, failpoints: 4, workers: 12, buyers: 8, cells: 1, log })
  context.diagnostic(describe(report))
  assert.deepEqual(violationsOf(report), [])
})

test('the same in two cells, whose databases die as well, while buyers are moved between them', async context => {
  context.diagnostic(`seed ${seed} (repeat with CHAOS_SEED=${seed})`)
  const log = (line: string) => context.diagnostic(line)
  const report = await runChaos({ seed, seconds: 6, failpoints: 0, workers: 8, buyers: 8, cells: 2, log })
  context.diagnostic(describe(report))
  assert.deepEqual(violationsOf(report), [])
})
