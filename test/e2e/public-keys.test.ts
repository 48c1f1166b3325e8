import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { removeServerData, workspaceRoot } from '@mtg/embedded'
import { startSystem } from '@mtg/launcher'
import { callMcp } from '@mtg/testing'

const home = mkdtempSync(join(tmpdir(), 'mtg-public-keys-'))
chmodSync(home, 0o755)
const dataDir = join(home, 'data')
after(() => {
  for (const name of ['postgres', 'redis', 'nats']) removeServerData(join(dataDir, name))
  rmSync(home, { recursive: true, force: true })
})

const file = join(workspaceRoot(), 'examples/marketplace.yaml')
const text = readFileSync(file, 'utf8')
const publicKeys = text.match(/v(?:nb|ai)-sk-sample-[\w-]+/g) ?? []

/** Codes that these keys get; the sample publishers do not run here, so a key that works gets further than its own code. */
async function codesAt(exposed: boolean, keys: (own: string) => string[]): Promise<(string | undefined)[]> {
  const system = await startSystem({ dataDir, env: process.env, marketplace: { file, text }, exposed })
  try {
    const asked = keys(system.marketplace?.text ?? '').map(credential =>
      callMcp({ baseUrl: system.baseUrl, app: 'toolsmith/toolbox', credential }),
    )
    return (await Promise.all(asked)).map(({ code }) => code)
  } finally {
    await system.stop()
  }
}

test('the public sample keys end when the gateway is opened to others, and the own ones work', async () => {
  const [before] = await codesAt(false, () => publicKeys)
  assert.notEqual(before, 'api_key_invalid')
  const opened = await codesAt(true, own => [...publicKeys, ...(own.match(/v(?:nb|ai)-sk-[0-9a-f]{40}/g) ?? [])])
  assert.equal(opened.length, 2 * publicKeys.length)
  assert.deepEqual([...new Set(opened.slice(0, publicKeys.length))], ['api_key_invalid'])
  assert.ok(!opened.slice(publicKeys.length).includes('api_key_invalid'), String(opened))
})
