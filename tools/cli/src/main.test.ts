import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

test('a reader that has had enough, as head has, is no failure', () => {
  const main = join(import.meta.dirname, 'main.ts')
  const script = `"${process.execPath}" "${main}" --help | true; exit "\${PIPESTATUS[0]}"`
  const { status, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
  assert.equal(stderr, '')
  assert.equal(status, 0)
})
