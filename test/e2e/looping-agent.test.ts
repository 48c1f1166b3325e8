import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { type Constellation, eventually, startConstellation } from '@mtg/testing'
import { ada, sampleMarketplace } from './shop/samples.ts'
import { costOf } from './shop/spending.ts'

const root = join(import.meta.dirname, '../..')
let gateway: Constellation

before(async () => {
  gateway = await startConstellation({ marketplace: sampleMarketplace, samples: true })
})
after(() => gateway?.stop())

async function run(file: string, args: string[], env: Record<string, string>): Promise<string> {
  const options = { env: { ...process.env, ...env }, timeout: 60_000 }
  return (await promisify(execFile)(process.execPath, [join(root, file), ...args], options)).stdout
}

async function explain(callId: string): Promise<{ reason: string; charged: string }> {
  const { auth, billing, metering } = gateway.grpc
  const addresses = { AUTH_GRPC: auth, BILLING_GRPC: billing, METERING_GRPC: metering }
  const env = { ...addresses, GRPC_TOKEN: gateway.secretOf('operator') }
  return JSON.parse(await run('tools/cli/src/main.ts', ['explain', callId, '--json'], env))
}

test('an agent with a key of 0.05 USD is stopped by the loop breaker, then by the cap, and its owner sees why', async () => {
  let said = ''
  const cost = await costOf(gateway, ada.email, async () => {
    said = await run('examples/looping-agent/src/main.ts', [], { GATEWAY_URL: gateway.baseUrl })
  })
  assert.equal(cost, 50_000n)
  const [loop, , cap] = said.split('\n')
  assert.match(loop ?? '', /^after 5 paid calls: loop_detected: .*"agent"/)
  assert.match(cap ?? '', /^after 25 paid calls: spend_limit_exceeded: The key "agent" may spend 0\.05 USD in all/)
  const [, callId = ''] = /\(call ([0-9a-f-]+)\)/.exec(cap ?? '') ?? []
  const { reason, charged } = await eventually(() => explain(callId), 20_000)
  assert.match(reason, /^refused: spend_limit_exceeded: The key "agent" may spend 0\.05 USD in all/)
  assert.equal(charged, '0.00')
})
