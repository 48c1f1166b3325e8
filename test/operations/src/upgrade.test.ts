import assert from 'node:assert/strict'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { deploy } from '@mtg/migrations'
import { eventually, startConstellation, startFakePublisher } from '@mtg/testing'
import { Client } from 'pg'
import { breakingPartsOf } from './additive.ts'
import { call, marketplaceFor, startLoad } from './shop.ts'

const root = join(import.meta.dirname, '../../..')
const home = mkdtempSync(join(tmpdir(), 'mtg-upgrade-'))
after(() => rmSync(home, { recursive: true, force: true }))

/** Applied before migrations could say it themselves; its checks are replaced by wider ones. */
const KNOWN_SAFE = new Set(['20261121064035_top_ups_and_payouts/migration.sql'])

test('migrations only add, so that the release before runs beside them and after them', () => {
  const folders = globSync('services/*/prisma/migrations', { cwd: root })
  assert.ok(folders.length >= 4)
  for (const migrations of folders) {
    const [, ...later] = globSync('*/migration.sql', { cwd: join(root, migrations) }).sort()
    for (const file of later.filter(name => !KNOWN_SAFE.has(name))) {
      const sql = readFileSync(join(root, migrations, file), 'utf8')
      assert.deepEqual(breakingPartsOf(sql), [], `${migrations}/${file}`)
    }
  }
})

test('what would break the release before is seen', () => {
  const breaking = [
    'ALTER TABLE wallets DROP COLUMN held',
    'ALTER TABLE wallets RENAME COLUMN held TO kept',
    'ALTER TABLE wallets ALTER COLUMN held TYPE numeric',
    'ALTER TABLE wallets ADD COLUMN note text NOT NULL',
    'ALTER TABLE wallets ADD CONSTRAINT rich CHECK (posted > 0)',
    'CREATE UNIQUE INDEX one_each ON "wallets"("buyer_id")',
    'DROP FUNCTION reserve_calls',
    'DROP INDEX reservations_open',
    'REVOKE INSERT ON wallets FROM mtg_billing',
  ]
  for (const sql of breaking) assert.equal(breakingPartsOf(sql).length, 1, sql)
  const additive = [
    'CREATE TABLE notes (id int NOT NULL); CREATE UNIQUE INDEX once ON notes(id); ALTER TABLE notes ADD CONSTRAINT c CHECK (id > 0)',
    "ALTER TABLE wallets ADD COLUMN note text NOT NULL DEFAULT ''",
    'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DELETE FROM notes $$ -- DROP TABLE notes',
    '-- Safe for the release before: none after 0.4.0 reads it.\nALTER TABLE wallets DROP COLUMN note',
  ]
  for (const sql of additive) assert.deepEqual(breakingPartsOf(sql), [], sql)
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
  await using publisher = await startFakePublisher()
  await using gateway = await startConstellation({
    ownServers: true,
    console: true,
    marketplace: marketplaceFor(publisher.origin),
  })
  await using load = startLoad(gateway)
  await eventually(() => assert.ok(load.paid() > 50))
  const url = gateway.servers.databaseUrl
  const tables = {
    billing: ['purchases', 'wallets', 'reservations', 'journal'],
    auth: ['api_keys', 'buyers'],
    metering: ['usage_records', 'call_observations', 'call_passages', 'usage_hours'],
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
