import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Constellation, eventually, startConstellation } from '@mtg/testing'
import { runProgram } from './shop/run-program.ts'
import { ada, sampleMarketplace } from './shop/samples.ts'
import { costOf } from './shop/spending.ts'

let gateway: Constellation

before(async () => {
  gateway = await startConstellation({ marketplace: sampleMarketplace, samples: true })
})
after(() => gateway?.stop())

async function explain(callId: string): Promise<{ reason: string; charged: string }> {
  const { auth, billing, metering } = gateway.grpc
  const addresses = { AUTH_GRPC: auth, BILLING_GRPC: billing, METERING_GRPC: metering }
  const env = { ...addresses, GRPC_TOKEN: gateway.secretOf('operator') }
  return JSON.parse(await runProgram('tools/cli/src/main.ts', ['explain', callId, '--json'], env))
}

test('an agent with a key of 0.05 USD is stopped by the loop breaker, then by the cap, and its owner sees why', async () => {
  let said = ''
  const cost = await costOf(gateway, ada.email, async () => {
    said = await runProgram('examples/looping-agent/src/main.ts', [], { GATEWAY_URL: gateway.baseUrl })
  })
  assert.equal(cost, 50_000n)
  const [loop, , cap] = said.split('\n')
  assert.match(loop ?? '', /^after 5 paid calls: loop_detected: .*"agent"/)
  assert.match(cap ?? '', /^after 25 paid calls: spend_limit_exceeded: The key "agent" may spend 0\.05 USD in all/)
  const [, callId = ''] = /\(call ([0-9a-f-]+)\)/.exec(cap ?? '') ?? []
  const { reason, charged } = await eventually(() => explain(callId))
  assert.match(reason, /^refused: spend_limit_exceeded: The key "agent" may spend 0\.05 USD in all/)
  assert.equal(charged, '0.00')
})
