import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLogger } from '@mtg/observability'
import { type Database, openDatabase } from '@mtg/postgres'
import { createServiceDatabase, type ServiceDatabase } from '@mtg/testing'
import { type Lease, takeLease } from '../src/store/reconciliation-lease.ts'
import { awaitLease } from '../src/use-cases/reconcile/await-lease.ts'

let database: ServiceDatabase
let db: Database

before(async () => {
  database = await createServiceDatabase({ service: 'billing' })
  const log = createLogger({ service: 'test', level: 'silent' })
  db = openDatabase({ url: database.url, poolMax: 8, applicationName: 'lease-test', log })
})
after(async () => {
  await db?.close()
  await database?.drop()
})

/** As if its holder had been silent for so long. */
const runOut = () =>
  db.query({ name: 'run-out', text: "UPDATE usage_reconciliation SET lease_until = now() - interval '1 second'" })

async function taken(): Promise<Lease> {
  return (await takeLease(db)) ?? assert.fail('somebody else has it')
}

test('of many that ask at once one reconciles, and the next one when it is done', async () => {
  const leases = await Promise.all(Array.from({ length: 20 }, () => takeLease(db)))
  const held = leases.filter(lease => lease !== undefined)
  assert.equal(held.length, 1)
  const waiting = awaitLease(db, 10_000)
  await held[0]?.release()
  await (await waiting).release()
})

test('who has fallen silent may not write any more once another has gone on', async () => {
  const silent = await taken()
  await runOut()
  const next = await taken()
  await assert.rejects(silent.renew())
  await next.renew()
  await silent.release(Date.now())
  await next.renew()
  await next.release()
  assert.equal((await taken()).confirmedMs, undefined)
  await runOut()
})

test('the next one goes on where the last one got to, and never behind that', async () => {
  await (await taken()).release(2_000_000)
  await (await taken()).release(1_000_000)
  const lease = await taken()
  assert.equal(lease.confirmedMs, 2_000_000)
  await lease.release()
})

test('who waits for longer than it may is told so', async () => {
  const lease = await taken()
  await assert.rejects(awaitLease(db, 50), (thrown: { code?: string }) => thrown.code === 'overloaded')
  await lease.release()
})
