import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Constellation, callTool, startConstellation } from '@mtg/testing'
import { startAuthorizingFront } from './authorizing-front.ts'
import { type FixtureServer, startFixtureServer } from './fixture-server.ts'
import { buyer, marketplaceOf, publisher } from './marketplace.ts'
import { conformanceDir, runSuite, summaryOf } from './suite.ts'

let gateway: Constellation
let plain: FixtureServer
let streaming: FixtureServer

before(async () => {
  plain = await startFixtureServer()
  streaming = await startFixtureServer({ responseMode: 'sse' })
  gateway = await startConstellation({ marketplace: marketplaceOf({ plain: plain.url, streaming: streaming.url }) })
  // The suite waits less than a second for some streams, so nothing on the way may be cold.
  for (const app of ['plain', 'streaming']) {
    await callTool({
      baseUrl: gateway.baseUrl,
      app: `${publisher}/${app}`,
      credential: buyer.key,
      tool: 'test_simple_text',
    })
  }
})

after(async () => {
  await gateway?.stop()
  await streaming?.close()
  await plain?.close()
})

async function runThroughGateway(app: string, expectedFailures: string) {
  const target = `${gateway.baseUrl}/v1-beta/mcp/${publisher}/${app}`
  const front = await startAuthorizingFront({ target, credential: buyer.key })
  try {
    const list = join(conformanceDir, expectedFailures)
    return await runSuite(['server', '--url', front.url, '--requirements', '2026-07-28', '--expected-failures', list])
  } finally {
    await front.close()
  }
}

test('every scored server scenario passes through the gateway, save where its own envelope is the contract', async t => {
  const run = await runThroughGateway('plain', 'expected-failures.yaml')
  t.diagnostic(summaryOf(run))
  assert.equal(run.exitCode, 0, run.output)
})

test('every scored server scenario passes when the publisher answers each request as an event stream', async t => {
  const run = await runThroughGateway('streaming', 'expected-failures-streaming.yaml')
  t.diagnostic(summaryOf(run))
  assert.equal(run.exitCode, 0, run.output)
})

test('the ledger adds up after the suite has called every kind of tool', async () => {
  await gateway.verifyLedger()
})
