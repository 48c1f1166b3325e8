import assert from 'node:assert/strict'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { deploy } from '@mtg/migrations'
import { eventually, startConstellation, startFakePublisher } from '@mtg/testing'
import { Client } from 'pg'
import { call, marketplaceFor, startLoad } from './shop.ts'

const root = join(import.meta.dirname, '../../..')
const home = mkdtempSync(join(tmpdir(), 'mtg-upgrade-'))
after(() => rmSync(home, { recursive: true, force: true }))

/** What would break the code of the release before, which runs beside a migration and after it. */
const BREAKING = [
  /\bDROP\s+(TABLE|COLUMN|TYPE|FUNCTION|VIEW|SCHEMA|SEQUENCE)\b/i,
  /\bRENAME\b/i,
  /\bALTER\s+COLUMN\b[^;]*\b(TYPE|SET\s+NOT\s+NULL|DROP\s+DEFAULT)\b/i,
  /\bADD\s+COLUMN\b(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT\s+NULL\b/i,
  /\b(DELETE\s+FROM|TRUNCATE)\b/i,
]

const withoutBodies = (sql: string) => sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''").replace(/--.*$/gm, '')

test('migrations only add, so that the release before runs beside them and after them', () => {
  for (const migrations of globSync('services/*/prisma/migrations', { cwd: root })) {
    const [, ...later] = globSync('*/migration.sql', { cwd: join(root, migrations) }).sort()
    for (const file of later) {
      const sql = withoutBodies(readFileSync(join(root, migrations, file), 'utf8'))
      for (const breaking of BREAKING) assert.doesNotMatch(sql, breaking, `${migrations}/${file}`)
    }
  }
})

test('what would break the release before is seen', () => {
  const breaking = [
    'ALTER TABLE wallets DROP COLUMN held',
    'ALTER TABLE wallets RENAME COLUMN held TO kept',
    'ALTER TABLE wallets ALTER COLUMN held TYPE numeric',
    'ALTER TABLE wallets ADD COLUMN note text NOT NULL',
    'DROP FUNCTION reserve_calls',
  ]
  for (const sql of breaking)
    assert.ok(
      BREAKING.some(rule => rule.test(withoutBodies(sql))),
      sql,
    )
  const additive = [
    'CREATE TABLE notes (id int NOT NULL)',
    "ALTER TABLE wallets ADD COLUMN note text NOT NULL DEFAULT ''",
    'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DELETE FROM notes $$ -- DROP TABLE notes',
  ]
  for (const sql of additive) assert.ok(!BREAKING.some(rule => rule.test(withoutBodies(sql))), sql)
})

/** The next release's migrations of a service: those of today, and one that changes every table that a call touches. */
function nextMigrations(service: string, tables: readonly string[]): string {
  const dir = join(home, service)
  cpSync(join(root, 'services', service, 'prisma/migrations'), dir, { recursive: true })
  const name = join(dir, '29990101000000_next_release')
  mkdirSync(name)
  const changes = tables.map(table => `ALTER TABLE ${table} ADD COLUMN next_release text NOT NULL DEFAULT '';`)
  writeFileSync(join(name, 'migration.sql'), changes.join('\n'))
  return dir
}

test('the migrations of the next release run beside this one: not a call fails, and none fails after them', async () => {
  const publisher = await startFakePublisher()
  const gateway = await startConstellation({ ownServers: true, marketplace: marketplaceFor(publisher.origin) })
  try {
    const load = startLoad(gateway)
    await eventually(() => assert.ok(load.paid() > 50))
    const url = gateway.servers.databaseUrl
    const tables = {
      billing: ['purchases', 'wallets', 'reservations', 'journal'],
      auth: ['api_keys', 'buyers'],
      metering: ['usage_records', 'call_observations', 'usage_hours'],
    }
    for (const [service, names] of Object.entries(tables)) {
      const applied = await deploy({ url, schema: service, dir: nextMigrations(service, names) })
      assert.deepEqual(applied, ['29990101000000_next_release'])
    }
    const before = load.paid()
    await eventually(() => assert.ok(load.paid() > before + 50))
    await load.stop()
    assert.equal((await call(gateway)).status, 200)
    await gateway.verifyLedger()
    assert.equal(await columns(url), tables.billing.length)
  } finally {
    await gateway.stop()
    await publisher.close()
  }
})

async function columns(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM information_schema.columns
       WHERE column_name = 'next_release' AND table_schema = 'billing'`,
    )
    return rows[0]?.n ?? 0
  } finally {
    await client.end()
  }
}
