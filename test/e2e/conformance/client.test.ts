import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { type Constellation, startConstellation } from '@mtg/testing'
import { buyer, marketplaceOf, publisher } from './marketplace.ts'
import { runSuite } from './suite.ts'

const scenarios = [
  'tools_call',
  'request-metadata',
  'http-standard-headers',
  'http-custom-headers',
  'http-invalid-tool-headers',
  'sep-2322-client-request-state',
  'json-schema-2020-12-preservation',
  'json-schema-ref-no-deref',
]

let gateway: Constellation
let control: Server
let controlUrl: string
const upstreams: Record<string, string> = {}

/** Puts a server behind the gateway as a new app, and says how to call it. */
async function publish(upstream: string): Promise<string> {
  const app = `app-${Object.keys(upstreams).length + 1}`
  upstreams[app] = upstream
  await gateway.apply(marketplaceOf(upstreams))
  return JSON.stringify({ url: `${gateway.baseUrl}/v1-beta/mcp/${publisher}/${app}`, credential: buyer.key })
}

before(async () => {
  gateway = await startConstellation({ marketplace: marketplaceOf(upstreams) })
  control = createServer((request, response) => {
    text(request)
      .then(publish)
      .then(
        app => response.end(app),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
  })
  control.listen(0, '127.0.0.1')
  await once(control, 'listening')
  controlUrl = `http://127.0.0.1:${(control.address() as AddressInfo).port}`
})

after(async () => {
  control?.closeAllConnections()
  control?.close()
  await gateway?.stop()
})

for (const scenario of scenarios) {
  test(`what the gateway sends a publisher passes the client scenario ${scenario}`, async () => {
    const command = `node client-command.ts ${controlUrl} ${scenario}`
    const run = await runSuite(['client', '--command', command, '--scenario', scenario, '--spec-version', '2026-07-28'])
    assert.equal(run.exitCode, 0, run.output)
    assert.match(run.output, /OVERALL: PASSED/)
  })
}

test('the ledger adds up after the client scenarios', async () => {
  await gateway.verifyLedger()
})
