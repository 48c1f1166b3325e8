import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { toTimestamp } from '@mtg/rpc'
import { forgetCallerChanges } from '../src/store/caller-changes.ts'
import { type Harness, LIMITS, startHarness } from './harness.ts'

let system: Harness
before(async () => {
  system = await startHarness()
})
after(() => system?.stop())

const changesSince = (since: string) => system.checks.ListCallerChanges({ since }, LIMITS)

/** What was told, and where the next question begins. */
async function toldSince(since: string) {
  const { next, changes, everything } = await changesSince(since)
  assert.equal(everything, false)
  return { next, ids: changes.map(({ keyId, buyerId }) => keyId ?? buyerId ?? '') }
}

async function startBuyer(name: string) {
  const email = `${name}@example.test`
  await system.admin.ApplyAccounts({ buyers: [{ email }] }, LIMITS)
  const create = async (key: string, parent = '') => {
    const made = await system.admin.CreateApiKey({ email, name: key, scope: 'mcp:tools', parent }, LIMITS)
    return made.apiKey?.keyId ?? ''
  }
  const keyId = await create('first')
  const { rows } = await system.sql.query('SELECT buyer_id FROM api_keys WHERE id = $1', [keyId])
  return { email, create, keyId, buyerId: rows[0].buyer_id as string }
}

test('whatever ends or narrows a key or a buyer is told to those who remember callers', async t => {
  const { email, create, keyId, buyerId } = await startBuyer('changing')
  const childId = await create('child', 'first')
  const tokensExpireAt = toTimestamp(Date.now() + 60_000)
  const changes: [what: string, subject: string, change: () => Promise<unknown>][] = [
    [
      'an expiry',
      childId,
      () => system.admin.SetApiKeyExpiry({ email, key: 'child', expiresAt: tokensExpireAt }, LIMITS),
    ],
    ['a grant that ended', keyId, () => endGrant(keyId)],
    ['a suspension', buyerId, () => system.admin.SetBuyerStatus({ email, suspended: true }, LIMITS)],
    ['its end', buyerId, () => system.admin.SetBuyerStatus({ email, suspended: false }, LIMITS)],
    ['a publisher of its own', buyerId, () => own(email, 'changing-publisher')],
    ['a revoked key', keyId, () => system.admin.RevokeApiKey({ email, key: 'first' }, LIMITS)],
    ['a deleted buyer', buyerId, () => system.admin.DeleteBuyer({ email }, LIMITS)],
  ]
  for (const [what, subject, change] of changes) {
    await t.test(what, async () => {
      const { next } = await changesSince('')
      await change()
      assert.ok((await toldSince(next)).ids.includes(subject))
    })
  }
})

async function own(email: string, username: string) {
  await system.admin.ApplyAccounts(
    { publisherLogins: [{ username, email, password: 'correct horse battery' }] },
    LIMITS,
  )
}

async function endGrant(keyId: string) {
  const tokensExpireAt = toTimestamp(Date.now() + 60_000)
  await system.accounts.EndGrants({ grants: [{ grantId: randomUUID(), keyId, tokensExpireAt }] }, LIMITS)
}

test('a change that was under way when it was asked is told the next time', async () => {
  const { keyId } = await startBuyer('slow')
  const { keyId: otherId, email } = await startBuyer('quick')
  await system.sql.query('BEGIN')
  await system.sql.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [keyId])
  // Later transactions, and an answer that tells of them, come in between.
  const { next } = await changesSince('')
  await system.admin.RevokeApiKey({ email, key: 'first' }, LIMITS)
  const between = await toldSince(next)
  assert.ok(between.ids.includes(otherId) && !between.ids.includes(keyId))
  await system.sql.query('COMMIT')
  assert.ok((await toldSince(between.next)).ids.includes(keyId))
})

test('somebody new, or what changes nothing for callers, is no news', async () => {
  const { next } = await changesSince('')
  const { keyId, buyerId } = await startBuyer('new')
  await system.sql.query("UPDATE api_keys SET applied_fields = '{}' WHERE id = $1", [keyId])
  const { ids } = await toldSince(next)
  assert.ok(!ids.includes(keyId) && !ids.includes(buyerId))
})

test('too many changes, or a question from another history of the database, are told as everything', async () => {
  const { next } = await changesSince('')
  const insert =
    "INSERT INTO caller_changes (kind, subject_id) SELECT 'key', gen_random_uuid() FROM generate_series(1, 1001)"
  await system.sql.query(insert)
  const { everything, changes } = await changesSince(next)
  assert.deepEqual([everything, changes.length], [true, 0])
  assert.equal((await changesSince('999999999999999')).everything, true)
  // Other databases' transactions may hold back where the next question begins.
  await system.sql.query('DELETE FROM caller_changes')
  for (const since of ['-1', 'x', '1'.repeat(19)]) {
    await assert.rejects(changesSince(since), { code: 'invalid_argument' })
  }
})

test('changes are forgotten an hour later', async () => {
  const old = randomUUID()
  const insert =
    "INSERT INTO caller_changes (kind, subject_id, made_at) VALUES ('key', $1, now() - interval '61 minutes')"
  await system.sql.query(insert, [old])
  const { keyId, email } = await startBuyer('kept')
  const { next } = await changesSince('')
  await system.admin.RevokeApiKey({ email, key: 'first' }, LIMITS)
  await forgetCallerChanges({ query: async ({ text }) => (await system.sql.query(text)).rows })
  const { rows } = await system.sql.query('SELECT 1 FROM caller_changes WHERE subject_id = $1', [old])
  assert.equal(rows.length, 0)
  assert.ok((await toldSince(next)).ids.includes(keyId))
})
