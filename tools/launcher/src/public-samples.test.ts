import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { workspaceRoot } from '@mtg/embedded'
import { openDataDir } from './data-dir.ts'
import { demoOf } from './demo.ts'
import { parseText, readMarketplaceFile } from './marketplace.ts'
import { isExposed, withoutPublicSecrets } from './public-samples.ts'

const home = mkdtempSync(join(tmpdir(), 'mtg-public-'))
after(() => rmSync(home, { recursive: true, force: true }))
const sample = readMarketplaceFile(join(workspaceRoot(), 'examples/marketplace.yaml'))
const PUBLIC = /v(nb|ai)-sk-sample|sample-password/

function dirOf(name: string) {
  const dir = openDataDir(join(home, name))
  after(() => dir.release())
  return dir
}

test('whatever is not this machine alone is exposed, also an origin in front of it', () => {
  for (const host of ['127.0.0.1', '127.8.8.8', 'localhost', '::1']) {
    assert.equal(isExposed(host, undefined), false, host)
  }
  for (const host of ['0.0.0.0', '::', '10.0.0.5', 'gateway.example', '127.example']) {
    assert.equal(isExposed(host, undefined), true, host)
  }
  assert.equal(isExposed('127.0.0.1', 'https://gateway.example'), true)
  assert.equal(isExposed('127.0.0.1', 'http://localhost:8080'), false)
})

test('on this machine alone the sample marketplace is as it stands', () => {
  assert.equal(withoutPublicSecrets(sample, dirOf('alone'), false), sample)
})

test('an exposed instance has sample keys and passwords of its own, the same at every later start', () => {
  const dir = dirOf('exposed')
  const own = withoutPublicSecrets(sample, dir, true)
  assert.match(sample.text, PUBLIC)
  assert.doesNotMatch(own.text.replaceAll(/#.*/g, ''), PUBLIC)
  assert.equal(withoutPublicSecrets(sample, dir, true).text, own.text)
  assert.equal(withoutPublicSecrets(sample, dir, false).text, own.text, 'a key that was handed out goes on working')
  const key = demoOf(parseText(own), true)?.key ?? ''
  assert.match(key, /^vnb-sk-[0-9a-f]{40}$/)
  assert.notEqual(demoOf(parseText(withoutPublicSecrets(sample, dirOf('other'), true)), true)?.key, key)
  const file = join(dir.path, 'secrets/samples.json')
  assert.ok(readFileSync(file, 'utf8').includes(key))
  assert.equal(statSync(file).mode & 0o077, 0)
})

test("an exposed instance refuses a file of one's own that kept a public key, and says what to do", () => {
  const copy = { file: '/somewhere/mine.yaml', text: sample.text }
  const refused = (error: Error & { advice?: string }) =>
    /everybody can read/.test(error.message) && /GATEWAY_HOST/.test(error.advice ?? '')
  assert.throws(() => withoutPublicSecrets(copy, dirOf('copy'), true), refused)
  assert.equal(withoutPublicSecrets(copy, dirOf('copy-alone'), false), copy)
  const mine = { file: '/somewhere/mine.yaml', text: 'buyers: []' }
  assert.equal(withoutPublicSecrets(mine, dirOf('mine'), true), mine)
})
