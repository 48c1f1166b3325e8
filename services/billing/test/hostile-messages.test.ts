import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { services } from '@mtg/contracts'
import { fuzzGrpc } from '@mtg/testing/fuzz-grpc'
import { appEntry, callTo, type Harness, LIMITS, publishers, startHarness } from './harness.ts'

let system: Harness

before(async () => {
  system = await startHarness()
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
})
after(() => system?.stop())

test('no message to billing, however made, is answered with a failure of ours, and the books hold', async context => {
  const { address } = system
  // Reconcile asks metering, which is not there.
  await fuzzGrpc(context, { address, services: Object.values(services.billing), except: ['Reconcile'] })
  assert.deepEqual(await system.breaches(), [])
  // What a message may suspend by right, it may have suspended; nobody could name this publisher before.
  const spared = { username: 'spared', payoutConnected: true, apiKey: 'k', apps: [appEntry('search')] }
  await system.catalog.ApplyCatalog({ publishers: [spared] }, LIMITS)
  const buyerId = await system.buyer(10_000n, { app: 'spared/search' })
  const { callId } = await system.reserve({ ...callTo('spared/search'), buyerId })
  assert.equal(await system.capture(callId ?? ''), 2000n)
})
