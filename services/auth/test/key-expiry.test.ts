import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createFakeClock } from '@mtg/primitives'
import { toTimestamp } from '@mtg/rpc'
import { type Harness, LIMITS, startHarness } from './harness.ts'

const email = 'ada@example.test'
const clock = createFakeClock(Date.now())
let system: Harness
before(async () => {
  system = await startHarness({}, clock)
  await system.admin.ApplyAccounts({ buyers: [{ email }] }, LIMITS)
})
after(() => system?.stop())

const inMs = (ms: number) => toTimestamp(clock.nowMs() + ms)
const create = (name: string, expiresAt = inMs(60_000), parent = '') =>
  system.admin.CreateApiKey({ email, name, scope: 'mcp:tools', expiresAt, parent }, LIMITS)
const setExpiry = (key: string, expiresAt?: ReturnType<typeof inMs>) =>
  system.admin.SetApiKeyExpiry({ email, key, expiresAt: expiresAt ?? null }, LIMITS)

test('a key works until the very millisecond of its expiry, and is api_key_expired from then on', async () => {
  const { key, apiKey } = await create('brief')
  const expiresAtMs = clock.nowMs() + 60_000
  const principal = await system.principalOf(key)
  assert.equal(principal.expiresAtMs, String(expiresAtMs))
  const token = await system.tokenFor(principal, { claims: { exp: Math.floor(Date.now() / 1000) + 3600 } })
  clock.advance(59_999)
  assert.equal(await system.codeOf(key), 'accepted')
  assert.equal((await system.principalOf(token)).expiresAtMs, String(expiresAtMs))
  clock.advance(1)
  for (const credential of [key, token]) assert.equal(await system.codeOf(credential), 'api_key_expired')
  const { keyId = '' } = apiKey ?? {}
  await assert.rejects(system.accounts.VerifyApiKey({ apiKey: key }, LIMITS), { code: 'api_key_expired' })
  await assert.rejects(system.accounts.GetApiKeyState({ keyId }, LIMITS), { code: 'api_key_expired' })
})

test('a key that was both revoked and has expired is api_key_expired', async () => {
  const { key } = await create('twice')
  await system.admin.RevokeApiKey({ email, key: 'twice' }, LIMITS)
  assert.equal(await system.codeOf(key), 'api_key_revoked')
  clock.advance(60_000)
  assert.equal(await system.codeOf(key), 'api_key_expired')
})

test('more time brings a key back; less ends those below it with it', async () => {
  const parent = await create('parent')
  const child = await create('child', inMs(50_000), 'parent')
  clock.advance(60_000)
  assert.equal(await system.codeOf(parent.key), 'api_key_expired')
  await assert.rejects(create('late', inMs(1_000), 'parent'), { code: 'invalid_argument', message: /has expired/ })
  await setExpiry('parent')
  await setExpiry('child', inMs(30_000))
  assert.deepEqual([await system.codeOf(parent.key), await system.codeOf(child.key)], ['accepted', 'accepted'])
  await setExpiry('parent', inMs(10_000))
  clock.advance(10_000)
  assert.equal(await system.codeOf(child.key), 'api_key_expired')
})

test('a key is never given more time than its parent, nor any when it was revoked', async () => {
  await create('bounded')
  await create('below', inMs(1_000), 'bounded')
  await assert.rejects(setExpiry('below', inMs(60_001)), { code: 'invalid_argument', message: /expires_at/ })
  await assert.rejects(setExpiry('below'), { code: 'invalid_argument', message: /expires_at/ })
  await system.admin.RevokeApiKey({ email, key: 'bounded' }, LIMITS)
  await assert.rejects(setExpiry('bounded'), { code: 'invalid_argument', message: /revoked/ })
})

test('a file sets an expiry, and leaves one alone that was changed since', async () => {
  const key = { name: 'filed', key: 'vnb-sk-filed-000001', scope: 'mcp:tools' }
  const apply = (change: object, ...others: object[]) =>
    system.admin.ApplyAccounts(
      { buyers: [{ email: 'file@example.test', keys: [{ ...key, ...change }, ...others] }] },
      LIMITS,
    )
  const expiresAt = inMs(5_000)
  await apply({ expiresAt })
  await system.admin.SetApiKeyExpiry({ email: 'file@example.test', key: 'filed', expiresAt: inMs(50_000) }, LIMITS)
  await apply({ expiresAt }, { name: 'other' })
  clock.advance(6_000)
  assert.equal(await system.codeOf(key.key), 'accepted')
  await apply({ expiresAt: inMs(1_000) })
  clock.advance(1_000)
  assert.equal(await system.codeOf(key.key), 'api_key_expired')
  await apply({})
  assert.equal(await system.codeOf(key.key), 'accepted')
})
