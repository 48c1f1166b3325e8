import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const home = mkdtempSync(join(tmpdir(), 'mtg-linger-'))
after(() => rmSync(home, { recursive: true, force: true }))

/** Runs a test file whose one passing test does `work`, as `npm test` runs its files. */
function runFile(work: string, lingerMs: number) {
  const file = join(home, 'some.test.mjs')
  writeFileSync(file, `import { test } from 'node:test'\ntest('passes', async () => { ${work} })\n`)
  const args = ['--test', `--import=${new URL('./linger.ts', import.meta.url).href}`, file]
  const env = { ...process.env, TEST_LINGER_MS: String(lingerMs), NODE_TEST_CONTEXT: undefined }
  return spawnSync(process.execPath, args, { encoding: 'utf8', env })
}

test('a test file that something keeps alive after its tests fails and says what, instead of never ending', () => {
  const { status, stdout } = runFile(`(await import('node:net')).createServer().listen(0, '127.0.0.1')`, 200)
  assert.equal(status, 1)
  assert.match(stdout, /some\.test\.mjs ended 200 ms ago, and these are still open: .*TCPServerWrap/)
})

test('a test file that ends with its tests is not waited for', () => {
  const { status, stdout } = runFile('', 3_600_000)
  assert.equal(status, 0, stdout)
})
