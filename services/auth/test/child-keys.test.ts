import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { auth } from '@mtg/contracts'
import { toTimestamp } from '@mtg/rpc'
import { type Harness, LIMITS, startHarness } from './harness.ts'

let system: Harness
before(async () => {
  system = await startHarness({ KEYS_LIVE_MAX: '12', KEYS_ALL_MAX: '14' })
})
after(() => system?.stop())

let buyers = 0

/** A buyer of its own, and how to make keys for it. */
async function startBuyer() {
  buyers += 1
  const email = `buyer-${buyers}@example.test`
  await system.admin.ApplyAccounts({ buyers: [{ email }] }, LIMITS)
  const create = (name: string, wish: Partial<auth.CreateApiKeyRequest> = {}) =>
    system.admin.CreateApiKey({ email, name, scope: 'mcp:tools', ...wish }, LIMITS)
  return { email, create, revoke: (key: string) => system.admin.RevokeApiKey({ email, key }, LIMITS) }
}

const refusedFor = (field: RegExp) => (error: { code: string; message: string }) => {
  assert.equal(error.code, 'invalid_argument')
  assert.match(error.message, field)
  return true
}

test('a child key works for the same buyer, and the principal names the keys above it', async () => {
  const { create } = await startBuyer()
  const top = await create('top')
  const child = await create('child', { parent: 'top' })
  const grandchild = await create('grandchild', { parent: child.apiKey?.keyId ?? '' })
  const principal = await system.principalOf(grandchild.key)
  assert.deepEqual(principal.ancestorIds, [top.apiKey?.keyId, child.apiKey?.keyId])
  assert.equal(principal.buyerId, (await system.principalOf(top.key)).buyerId)
})

test('whoever makes a key may choose its id, which no other key has', async () => {
  const { create } = await startBuyer()
  const keyId = randomUUID()
  assert.equal((await create('chosen', { keyId })).apiKey?.keyId, keyId)
  await assert.rejects(create('another', { keyId }), refusedFor(/key_id/))
})

test('there are five generations and no sixth', async () => {
  const { create } = await startBuyer()
  await create('1')
  for (const generation of [2, 3, 4, 5]) await create(String(generation), { parent: String(generation - 1) })
  await assert.rejects(create('6', { parent: '5' }), refusedFor(/parent.*generation 5/))
})

test('a child is never wider than its parent', async t => {
  const { create } = await startBuyer()
  const expiresAt = toTimestamp(Date.now() + 3_600_000)
  await create('narrow', { scope: 'mcp:search', expiresAt })
  const wider: [what: string, wish: auth.CreateApiKeyRequest, field: RegExp][] = [
    ['another scope', { scope: 'mcp:search llm:completions' }, /^scope/],
    ['no scope, which is unrestricted', { scope: '' }, /^scope/],
    ['a later expiry', { expiresAt: toTimestamp(Date.now() + 3_700_000) }, /^expires_at/],
    ['an expiry that is over', { expiresAt: toTimestamp(Date.now() - 1) }, /^expires_at/],
  ]
  for (const [what, wish, field] of wider) {
    await t.test(what, () => assert.rejects(create('child', { parent: 'narrow', ...wish }), refusedFor(field)))
  }
  const child = await create('child', { parent: 'narrow', scope: 'mcp:tools' })
  assert.deepEqual(child.apiKey?.expiresAt?.seconds, expiresAt.seconds)
})

test("a key of another buyer is nobody's parent", async () => {
  const one = await startBuyer()
  const other = await startBuyer()
  const key = await one.create('top')
  await assert.rejects(other.create('child', { parent: key.apiKey?.keyId ?? '' }), { code: 'not_found' })
})

test('a revoked parent ends its tree at once, tokens too, and has no children again', async () => {
  const { create, revoke } = await startBuyer()
  await create('top')
  const beside = await create('beside', { parent: 'top' })
  const parent = await create('parent', { parent: 'top' })
  const child = await create('child', { parent: 'parent' })
  const token = await system.tokenFor(await system.principalOf(child.key))
  assert.equal((await revoke('parent')).descendantsRevoked, 1)
  for (const credential of [parent.key, child.key, token]) {
    assert.equal(await system.codeOf(credential), 'api_key_revoked')
  }
  assert.equal(await system.codeOf(beside.key), 'accepted')
  await assert.rejects(create('late', { parent: 'parent' }), refusedFor(/parent.*revoked/))
  assert.equal((await revoke('parent')).descendantsRevoked, 0)
})

test('no child outlives a revocation that happens while it is made', async () => {
  const { email, create, revoke } = await startBuyer()
  await create('top')
  await create('middle', { parent: 'top' })
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const making = names.map(name => create(name, { parent: 'middle' }).catch(() => undefined))
  const [made] = await Promise.all([Promise.all(making), revoke('top')])
  const codes = await Promise.all(made.flatMap(key => (key === undefined ? [] : system.codeOf(key.key))))
  assert.ok(codes.every(code => code === 'api_key_revoked'))
  const { apiKeys } = await system.admin.ListApiKeys({ email }, LIMITS)
  assert.ok(apiKeys.every(key => key.revokedAt))
})

test('a buyer has so many keys that work, and so many in all', async () => {
  const { create, revoke } = await startBuyer()
  for (let key = 0; key < 12; key += 1) await create(`key ${key}`)
  await assert.rejects(create('one too many'), refusedFor(/at most 12/))
  for (const name of ['key 0', 'key 1', 'key 2']) await revoke(name)
  await create('key 12')
  await create('key 13')
  await assert.rejects(create('one too many'), refusedFor(/at most 14/))
})

test('keys are listed in pages, newest first, with their place in the tree', async () => {
  const { email, create } = await startBuyer()
  const top = await create('top')
  for (const name of ['a', 'b', 'c', 'd']) await create(name, { parent: 'top' })
  const first = await system.admin.ListApiKeys({ email, pageSize: 3 }, LIMITS)
  const second = await system.admin.ListApiKeys({ email, pageSize: 3, pageToken: first.nextPageToken }, LIMITS)
  assert.deepEqual(
    [...first.apiKeys, ...second.apiKeys].map(key => key.name),
    ['d', 'c', 'b', 'a', 'top'],
  )
  assert.deepEqual([first.apiKeys[0]?.ancestorIds, second.nextPageToken], [[top.apiKey?.keyId], ''])
  await assert.rejects(system.admin.ListApiKeys({ email, pageSize: 501 }, LIMITS), refusedFor(/page_size/))
})

test('a file makes trees in any order, and keeps them as they are', async () => {
  const email = 'file@example.test'
  const apply = (...keys: auth.ApiKeyEntry[]) => system.admin.ApplyAccounts({ buyers: [{ email, keys }] }, LIMITS)
  const child = { name: 'child', key: 'vnb-sk-file-child-01', scope: 'mcp:tools', parent: 'top' }
  const top = { name: 'top', key: 'vnb-sk-file-top-01', scope: 'mcp:tools' }
  await apply(child, top)
  assert.equal((await system.principalOf(child.key)).ancestorIds.length, 1)
  assert.equal((await apply(child, top)).changedCount, 0)
  await assert.rejects(apply({ ...child, parent: '' }, top), refusedFor(/parent/))
  await assert.rejects(apply({ ...child, scope: 'llm:completions' }, top), refusedFor(/scope/))
  await assert.rejects(apply(child, { ...top, parent: 'child' }), refusedFor(/parent/))
  await assert.rejects(apply(child, { ...top, parent: 'nobody' }), refusedFor(/parent/))
  await apply(child, { ...top, scope: 'mcp:one' })
  await apply({ ...child, revoked: false }, { ...top, scope: 'mcp:one', revoked: true })
  assert.equal(await system.codeOf(child.key), 'api_key_revoked')
  const late = { name: 'late', key: 'vnb-sk-file-late-01', scope: 'mcp:one', parent: 'top' }
  await apply(child, { ...top, scope: 'mcp:one', revoked: true }, late)
  assert.equal(await system.codeOf(late.key), 'api_key_revoked')
})

test('a file that narrows a key narrows the keys below it', async () => {
  const email = 'narrowing@example.test'
  const top = { name: 'top', key: 'vnb-sk-narrowing-01', scope: 'mcp:tools llm:completions' }
  await system.admin.ApplyAccounts({ buyers: [{ email, keys: [top] }] }, LIMITS)
  const { key } = await system.admin.CreateApiKey({ email, name: 'child', scope: top.scope, parent: 'top' }, LIMITS)
  await system.admin.ApplyAccounts({ buyers: [{ email, keys: [{ ...top, scope: 'llm:completions' }] }] }, LIMITS)
  assert.equal((await system.principalOf(key)).scope, 'llm:completions')
})

test('the answer to a file says which id a key has, and whether the file says something new of its limits', async () => {
  const email = 'limits@example.test'
  const apply = (keys: auth.ApiKeyEntry[], validateOnly = false) =>
    system.admin.ApplyAccounts({ validateOnly, buyers: [{ email, keys }] }, LIMITS)
  const keyId = randomUUID()
  const key = { name: 'k', key: 'vnb-sk-limits-000001', limitsDigest: 'one', keyId }
  const rehearsed = await apply([key], true)
  assert.deepEqual(rehearsed.buyers[0]?.keys, [{ name: 'k', keyId, ancestorIds: [], limitsChanged: true }])
  assert.equal((await apply([key])).buyers[0]?.keys[0]?.limitsChanged, true)
  assert.equal((await apply([{ ...key, keyId: randomUUID() }])).changedCount, 0)
  const [again] = (await apply([{ ...key, keyId: randomUUID(), scope: 'mcp:tools' }])).buyers[0]?.keys ?? []
  assert.deepEqual([again?.keyId, again?.limitsChanged], [keyId, false])
  const [changed] = (await apply([{ ...key, keyId: randomUUID(), limitsDigest: 'two' }])).buyers[0]?.keys ?? []
  assert.deepEqual([changed?.keyId, changed?.limitsChanged], [keyId, true])
})
