import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

test('the latency benchmark measures every target, no call of it fails, and the books add up', async () => {
  const file = join(import.meta.dirname, '../latency.ts')
  const options = ['--short', '--wallets', '20', '--answers', 'sse', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...options], { maxBuffer: 2 ** 24 })
  const { rows, added, isSound } = JSON.parse(stdout) as {
    readonly rows: readonly {
      readonly load: string
      readonly target: string
      readonly outcome: { readonly calls: number }
    }[]
    readonly added: readonly { readonly load: string }[]
    readonly isSound: boolean
  }
  assert.ok(isSound)
  const loads = ['200/s sse, 20 wallets']
  assert.deepEqual(added.map(each => each.load).sort(), loads.sort())
  assert.equal(rows.length, loads.length * 4)
  assert.ok(rows.every(row => row.outcome.calls > 0))
})
