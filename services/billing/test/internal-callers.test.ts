import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { services } from '@mtg/contracts'
import { eventually } from '@mtg/testing'
import { type Harness, startHarness } from './harness.ts'

/** By then the question has reached the database, also on a busy machine. */
const DEADLINE_MS = 4_000

let system: Harness

before(async () => {
  system = await startHarness()
})
after(() => system?.stop())

/** How many checks of invariants the database is at. */
async function checksUnderWay(): Promise<number> {
  await system.sql.query('SELECT pg_stat_clear_snapshot()')
  const { rows } = await system.sql.query<{ count: number }>(`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%AS breaches%'`)
  return rows[0]?.count ?? -1
}

test('what a caller has stopped waiting for does not go on in the database', async () => {
  await system.sql.query('BEGIN')
  try {
    await system.sql.query('LOCK TABLE wallets, reservations IN ACCESS EXCLUSIVE MODE')
    const refused = assert.rejects(system.ledger.VerifyLedger({}, { timeoutMs: DEADLINE_MS }))
    await eventually(async () => assert.equal(await checksUnderWay(), 1))
    await refused
    await eventually(async () => assert.equal(await checksUnderWay(), 0))
  } finally {
    await system.sql.query('ROLLBACK')
  }
  assert.deepEqual(await system.breaches(), [])
})

interface Example {
  readonly service: string
  readonly method: string
  readonly fields: string[]
}

/** The grpcurl examples of the README that call billing. */
function examplesIn(readme: string): Example[] {
  const calls = readme.matchAll(/^grpcurl (?:-d '(\{.*\})' )?\$BILLING gateway\.billing\.v1\.(\w+)\/(\w+)$/gm)
  return [...calls].map(([, data = '{}', service = '', method = '']) => {
    return { service, method, fields: Object.keys(JSON.parse(data) as object) }
  })
}

test('the grpcurl examples of the README name methods and fields that exist', () => {
  const examples = examplesIn(readFileSync(new URL('../README.md', import.meta.url), 'utf8'))
  assert.ok(examples.length >= 8)
  for (const { service, method, fields } of examples) {
    const { definition } = services.billing[service as keyof typeof services.billing]
    const { requestType } = definition[method] as unknown as {
      requestType: { type: { field: { name: string }[] } }
    }
    const known = requestType.type.field.map(({ name }) =>
      name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase()),
    )
    for (const field of fields) assert.ok(known.includes(field), `${service}/${method} has no ${field}`)
  }
})
