import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { services } from '@mtg/contracts'
import { fuzzGrpc } from '@mtg/testing/fuzz-grpc'
import { exchange, type Harness, obtainCode, refresh, startHarness } from './harness.ts'

let server: Harness

before(async () => {
  server = await startHarness()
})

after(() => server?.close())

test('no message to the authorization server, however made, is answered with a failure of ours or costs a victim a grant', async context => {
  const { body } = await exchange(server.origin, await obtainCode(server.origin))
  await fuzzGrpc(context, { address: server.grpcAddress, services: Object.values(services.oauth) })
  // Signing keys may have been rotated by right; grants are their buyer's.
  const refreshed = await refresh(server.origin, body.refresh_token ?? '')
  assert.equal(refreshed.status, 200)
  assert.ok(refreshed.body.access_token)
})
