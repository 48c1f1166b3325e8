import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCells } from './run.ts'

const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 32))

test('while cells are killed and frozen, and buyers are moved between them, money for K calls pays exactly K', async context => {
  context.diagnostic(`seed ${seed} (repeat with CHAOS_SEED=${seed})`)
  const log = (line: string) => context.diagnostic(line)
  const report = await runCells({ seed, seconds: 6, cells: 2, buyers: 4, victims: /^billing/, log })
  context.diagnostic(`${report.delivered} calls, ${report.moves} moves; ${JSON.stringify([...report.codes])}`)
  assert.deepEqual(report.violations, [])
})
