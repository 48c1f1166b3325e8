import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { services } from '@mtg/contracts'
import { fuzz } from '@mtg/testing/fuzz'
import { fuzzGrpc } from '@mtg/testing/fuzz-grpc'
import { hostileText } from '@mtg/testing/hostile-values'
import * as fc from 'fast-check'
import { type Harness, LIMITS, startHarness } from './harness.ts'

const KEY = 'vnb-sk-ada-0000000001'

let system: Harness

before(async () => {
  system = await startHarness()
  await makeKey('ada@example.test', KEY)
})
after(() => system?.stop())

async function makeKey(email: string, key: string): Promise<void> {
  await system.admin.ApplyAccounts({ buyers: [{ email, keys: [{ name: 'default', key }] }] }, LIMITS)
}

const segment = fc.oneof(
  fc.base64String({ maxLength: 40 }),
  hostileText,
  fc.json().map(text => Buffer.from(text).toString('base64url')),
)

const hostileCredential = fc.oneof(
  hostileText,
  hostileText.map(text => `vnb-sk-${text}`),
  fc.tuple(segment, segment, segment).map(segments => segments.join('.')),
  fc.integer({ min: 2000, max: 20_000 }).map(length => `${'a'.repeat(length)}.${'b'.repeat(length)}.c`),
)

test('whatever credentials share their batches, every honest one is accepted, and each hostile one refused alone', async context => {
  const ask = system.openStream()
  const credentials = fc.array(fc.tuple(hostileCredential, hostileText), { minLength: 20, maxLength: 60 })
  await fuzz(
    context,
    8,
    fc.asyncProperty(credentials, async hostile => {
      const refused = hostile.map(([credential, traceparent]) => ask(credential, traceparent))
      const accepted = Array.from({ length: 40 }, () => ask(KEY))
      assert.deepEqual([...new Set(await Promise.all(accepted))], ['accepted'])
      for (const code of await Promise.all(refused)) {
        assert.ok(['api_key_invalid', 'invalid_argument'].includes(code), code)
      }
    }),
  )
})

test('512 tokens of 8,192 characters at once fail nobody else, and none of them reaches the database', async () => {
  const [stranger, honest] = [system.openStream(), system.openStream()]
  const token = `${'a'.repeat(4000)}.${'b'.repeat(4000)}.${'c'.repeat(190)}`
  const strangers = Array.from({ length: 512 }, () => stranger(token))
  const callers = Array.from({ length: 24 }, () => honest(KEY))
  assert.deepEqual([...new Set(await Promise.all(callers))], ['accepted'])
  assert.deepEqual([...new Set(await Promise.all(strangers))], ['api_key_invalid'])
})

test('no message to auth, however made, is answered with a failure of ours', async context => {
  await fuzzGrpc(context, { address: system.address, services: Object.values(services.auth) })
  // A message that names ada's account may have taken her keys away by right; nobody could name this one.
  const spared = 'vnb-sk-spared-0000000001'
  await makeKey('spared@example.test', spared)
  assert.equal(await system.openStream()(spared), 'accepted')
})
