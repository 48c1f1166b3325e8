import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type Constellation, callTool, startConstellation } from '@mtg/testing'
import { type HostileBytes, hostileBytes } from './hostile/port-corpus.ts'
import { ada, apps, sampleMarketplace } from './shop/samples.ts'

const SERVICES = ['edge-proxy', 'auth', 'billing', 'metering', 'oauth-server', 'console'] as const
const HTTP_PATHS: Readonly<Record<string, string>> = {
  'edge-proxy': '/health',
  billing: '/v1-beta/checkout/done',
  'oauth-server': '/.well-known/jwks.json',
  console: '/openapi.json',
}
/** Whoever is still waiting after this has sent half of something, and is cut off by the server's own limits later. */
const PATIENCE_MS = 150
const ABREAST = 16

let gateway: Constellation
let pidsBefore: Record<string, number>

before(async () => {
  gateway = await startConstellation({ marketplace: sampleMarketplace, console: true, samples: true })
  pidsBefore = gateway.pids()
})

after(() => gateway?.stop())

function portOf(address: string): number {
  return Number(address.slice(address.lastIndexOf(':') + 1))
}

/** Sends the bytes and hangs up when the server does, or when it goes on waiting. */
function throwAt(port: number, { bytes }: HostileBytes): Promise<void> {
  return new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    const impatience = setTimeout(() => socket.destroy(), PATIENCE_MS)
    socket.on('error', () => undefined)
    socket.on('data', () => undefined)
    socket.on('close', () => {
      clearTimeout(impatience)
      resolve()
    })
    socket.end(bytes)
  })
}

async function throwAll(port: number): Promise<void> {
  const corpus = hostileBytes()
  const lanes = Array.from({ length: ABREAST }, async () => {
    for (let next = corpus.pop(); next !== undefined; next = corpus.pop()) await throwAt(port, next)
  })
  await Promise.all(lanes)
}

async function assertServes(url: string): Promise<void> {
  const response = await fetch(url)
  assert.equal(response.status, 200, `${url}: ${await response.text()}`)
}

describe('no bytes that anybody sends to a port end the process behind it', () => {
  for (const service of SERVICES) {
    test(`${service}: operations, HTTP and gRPC`, async () => {
      const { OPS_LISTEN, HTTP_LISTEN, GRPC_LISTEN } = gateway.envOf(service)
      for (const address of [OPS_LISTEN, HTTP_LISTEN, GRPC_LISTEN]) {
        if (address !== undefined && address !== '') await throwAll(portOf(address))
      }
      await assertServes(`http://${OPS_LISTEN}/livez`)
      await assertServes(`http://${OPS_LISTEN}/metrics`)
      const path = HTTP_PATHS[service]
      if (path !== undefined) await assertServes(`http://${HTTP_LISTEN}${path}`)
      await gateway.ready()
      assert.deepEqual(gateway.pids(), pidsBefore)
    })
  }

  test('and the next honest call is served', async () => {
    const { app } = apps.toolbox
    const call = { baseUrl: gateway.baseUrl, app, tool: 'hash_text', arguments: { text: '' }, credential: ada.key }
    assert.equal((await callTool(call)).status, 200)
    assert.equal((await gateway.wallet(ada.email)).currency, 'USD')
  })
})
