import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

// The long form is `npm run bench:storage`: ten million old calls.
test('the storage benchmark runs with old calls and without, no call of it fails, and the books add up', async () => {
  const file = join(import.meta.dirname, '../storage.ts')
  const sizes = ['--calls', '5000', '--wallets', '20', '--callers', '16', '--rounds', '1', '--seconds', '1']
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...sizes, '--json'])
  const { fresh, old, isSound } = JSON.parse(stdout) as Record<'fresh' | 'old', Record<string, number>> & {
    readonly isSound: boolean
  }
  assert.ok(isSound)
  for (const side of [fresh, old]) assert.ok(Object.values(side).every(figure => figure >= 0))
  assert.ok((old['settledBytes'] ?? 0) > (fresh['settledBytes'] ?? 0))
  assert.ok((fresh['movedPerSecond'] ?? 0) > 0)
})
