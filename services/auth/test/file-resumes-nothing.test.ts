import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { auth } from '@mtg/contracts'
import { type Harness, LIMITS, startHarness } from './harness.ts'

let system: Harness
before(async () => {
  system = await startHarness()
})
after(() => system?.stop())

const apply = (...buyers: auth.BuyerEntry[]) => system.admin.ApplyAccounts({ buyers }, LIMITS)
const keyOf = (name: string) => `vnb-sk-${name}-0000000001`

test('a revoked key stays revoked when another key is added to its buyer, and so do its tokens', async () => {
  const email = 'revoked@example.test'
  const first = { name: 'default', key: keyOf('revoked') }
  await apply({ email, keys: [first] })
  const token = await system.tokenFor(await system.principalOf(first.key))
  await system.admin.RevokeApiKey({ email, key: 'default' }, LIMITS)

  const { changedCount, keptBack } = await apply({ email, keys: [first, { name: 'second', key: keyOf('second') }] })
  assert.equal(changedCount, 1)
  assert.deepEqual(keptBack, [
    `key "default" of ${email} stays revoked: make another one with mtg key create, or give the new key of the file a name of its own`,
  ])
  assert.match(system.logs(), /stays revoked/)
  assert.equal(await system.codeOf(first.key), 'api_key_revoked')
  assert.equal(await system.codeOf(token), 'api_key_revoked')
  assert.equal(await system.codeOf(keyOf('second')), 'accepted')
})

test('no text of the file makes a revoked key work: not another key under its name, nor revoked: false', async () => {
  const email = 'renamed@example.test'
  const first = { name: 'default', key: keyOf('renamed') }
  await apply({ email, keys: [{ ...first, revoked: true }] })
  const token = await system.tokenFor({
    buyerId: (await system.accounts.GetBuyer({ email }, LIMITS)).buyerId,
    keyId: (await system.admin.ListApiKeys({ email }, LIMITS)).apiKeys[0]?.keyId ?? '',
  })
  for (const key of [{ ...first }, { name: 'default', key: keyOf('renamed-2') }]) {
    assert.match((await apply({ email, keys: [key] })).keptBack[0] ?? '', /stays revoked/)
    assert.equal(await system.codeOf(first.key), 'api_key_revoked')
    assert.equal(await system.codeOf(keyOf('renamed-2')), 'api_key_invalid')
    assert.equal(await system.codeOf(token), 'api_key_revoked')
  }
})

test('a suspended buyer stays suspended, whether the file changes elsewhere or says active now', async () => {
  const email = 'suspended@example.test'
  const key = { name: 'default', key: keyOf('suspended') }
  await apply({ email, keys: [key] })
  await system.admin.SetBuyerStatus({ email, suspended: true }, LIMITS)
  const elsewhere = await apply({ email, keys: [key, { name: 'other' }] })
  assert.deepEqual(elsewhere.keptBack, [`buyer ${email} stays suspended: mtg resume buyer ${email} ends that`])
  assert.equal(await system.codeOf(key.key), 'buyer_suspended')

  await apply({ email, suspended: true, keys: [key] })
  assert.equal((await apply({ email, suspended: false, keys: [key] })).keptBack.length, 1)
  assert.equal(await system.codeOf(key.key), 'buyer_suspended')
  await system.admin.SetBuyerStatus({ email, suspended: false }, LIMITS)
  assert.equal(await system.codeOf(key.key), 'accepted')
})

test('a file still suspends and revokes, but not again what a person has resumed since', async () => {
  const email = 'resumed@example.test'
  const key = { name: 'default', key: keyOf('resumed') }
  await apply({ email, keys: [key] })
  await apply({ email, suspended: true, keys: [key] })
  assert.equal(await system.codeOf(key.key), 'buyer_suspended')
  await system.admin.SetBuyerStatus({ email, suspended: false }, LIMITS)
  await apply({ email, suspended: true, keys: [key, { name: 'other' }] })
  assert.equal(await system.codeOf(key.key), 'accepted')
  await apply({ email, suspended: true, keys: [{ ...key, revoked: true }] })
  assert.equal(await system.codeOf(key.key), 'api_key_revoked')
})

test('a password that was changed since stays, until the author of the file changes theirs', async () => {
  const email = 'password@example.test'
  const logsIn = async (password: string) =>
    (await system.accounts.VerifyPassword({ email, password }, LIMITS)).verified
  await apply({ email, password: 'from the file' })
  await apply({ email: 'donor@example.test', password: 'changed since' })
  await system.sql.query(
    `UPDATE logins SET password_hash = (SELECT password_hash FROM logins WHERE email_key = 'donor@example.test')
     WHERE email_key = $1`,
    [email],
  )
  await apply({ email, password: 'from the file', keys: [{ name: 'new' }] })
  assert.deepEqual([await logsIn('changed since'), await logsIn('from the file')], [true, false])
  await apply({ email, password: 'another', keys: [{ name: 'new' }] })
  assert.deepEqual([await logsIn('changed since'), await logsIn('another')], [false, true])
})

test('a deleted buyer does not come back with the file, nor do its keys with anybody else', async () => {
  const email = 'deleted@example.test'
  const entry = { email, password: 'x', keys: [{ name: 'default', key: keyOf('deleted') }] }
  await apply(entry)
  await system.admin.DeleteBuyer({ email }, LIMITS)
  const { buyers, changedCount, keptBack } = await apply(entry)
  assert.deepEqual([buyers[0]?.deleted, buyers[0]?.buyerId, changedCount], [true, '', 0])
  assert.match(keptBack[0] ?? '', /was deleted/)
  assert.equal(await system.codeOf(keyOf('deleted')), 'api_key_invalid')
  await assert.rejects(apply({ ...entry, email: 'heir@example.test' }), { code: 'invalid_argument' })
  const { rows } = await system.sql.query<{ row: string }>('SELECT t::text AS row FROM deleted_buyers t')
  assert.ok(rows.length > 0 && rows.every(({ row }) => !row.includes(email)))
})

test('what was applied before fields were noted is noted with the next application, and stays as it is', async () => {
  const email = 'before@example.test'
  const key = { name: 'default', key: keyOf('before') }
  await apply({ email, keys: [key] })
  await system.sql.query('UPDATE buyers SET applied_fields = NULL WHERE email_key = $1', [email])
  assert.equal((await apply({ email, keys: [key] })).changedCount, 0)
  const { rows } = await system.sql.query('SELECT applied_fields FROM buyers WHERE email_key = $1', [email])
  assert.notEqual(rows[0]?.applied_fields, null)
})
