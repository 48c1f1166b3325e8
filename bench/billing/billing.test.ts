import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

test('the billing benchmark measures every kind of call, and its books add up', async () => {
  const file = join(import.meta.dirname, '../billing.ts')
  const short = '--seconds 1 --rounds 1 --callers 16 --wallets 50 --purchases 1000 --json'.split(' ')
  // Goals are for people to judge; a busy machine may miss them. Books that do not add up leave no figures.
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...short]).catch(
    (failed: { stdout: string }) => failed,
  )
  const { figures } = JSON.parse(stdout) as { readonly figures: readonly { readonly pairsPerSecond: number }[] }
  assert.equal(figures.length, 4)
  for (const { pairsPerSecond } of figures) assert.ok(pairsPerSecond > 0)
})
