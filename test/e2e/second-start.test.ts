import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { freePort, removeServerData } from '@mtg/embedded'
import { type RunningSystem, startSystem } from '@mtg/launcher'
import { callTool } from '@mtg/testing'
import { createInspector } from '@mtg/testing/inspector'
import { ada, apps, sampleMarketplace } from './shop/samples.ts'

const home = mkdtempSync(join(tmpdir(), 'mtg-second-start-'))
chmodSync(home, 0o755) // An embedded PostgreSQL may run as another user.

after(() => {
  for (const name of ['postgres', 'redis', 'nats']) removeServerData(join(home, 'data', name))
  rmSync(home, { recursive: true, force: true })
})

/** Starts on the same folder each time, as `npm start` does. */
async function start(): Promise<RunningSystem> {
  return startSystem({
    dataDir: join(home, 'data'),
    env: process.env,
    marketplace: { file: 'marketplace.yaml', text: sampleMarketplace },
    samples: { 'mcp-publisher': await freePort(), 'llm-publisher': await freePort() },
  })
}

async function walletOf({ grpc, secretOf }: RunningSystem) {
  const inspector = createInspector(grpc, secretOf('operator'))
  try {
    await inspector.verifyLedger()
    return await inspector.wallet(ada.email)
  } finally {
    inspector.close()
  }
}

test('a second start finds keys, wallets and usage as the first one left them, and opens no wallet twice', async t => {
  const first = await start()
  const call = { app: apps.toolbox.app, credential: ada.key, tool: 'hash_text', arguments: { text: '' } }
  const answer = await callTool({ ...call, baseUrl: first.baseUrl })
  assert.equal(answer.status, 200, answer.text)
  const wallet = await walletOf(first)
  assert.equal(wallet.balance, '24.998')
  await first.stop()

  const startedAt = performance.now()
  const second = await start()
  t.diagnostic(`second start: ${Math.round(performance.now() - startedAt)} ms`)
  try {
    // Samples have other ports now, so their two apps are new entries; nothing else is.
    assert.ok((second.applied?.changedCount ?? 0) <= 2)
    assert.deepEqual(await walletOf(second), wallet)
    assert.equal((await callTool({ ...call, baseUrl: second.baseUrl })).status, 200)
  } finally {
    await second.stop()
  }
})
