import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { hasExactly } from './applied.ts'
import { withDatabase } from './connection.ts'
import { deploy, drift, provision, type ServiceSchema } from './index.ts'
import { ownPostgres, query } from './postgres.fixture.ts'
import { resolveMigration } from './resolve.ts'

const INIT = `
CREATE TYPE "Kind" AS ENUM ('CREDIT', 'DEBIT');
CREATE TABLE "entry" ("id" BIGSERIAL PRIMARY KEY, "kind" "Kind" NOT NULL, "note" TEXT);
CREATE FUNCTION count_entries() RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1;
  RETURN (SELECT count(*) FROM "entry");
END $$;
`
const SCHEMA = `
datasource db {
  provider = "postgresql"
}
enum Kind {
  CREDIT
  DEBIT
}
model entry {
  id   BigInt @id @default(autoincrement())
  kind Kind
  note String?
}
`

/** What Prisma's engine locks while it migrates. */
const PRISMA_LOCK_KEY = 72_707_369
const WAITING = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`

const postgres = ownPostgres('migrations')
let databases = 0

before(() => postgres.start())
after(() => postgres.stop())

async function newDatabase(): Promise<string> {
  const name = `t${++databases}`
  await query(withDatabase(postgres.url, 'postgres'), `CREATE DATABASE ${name}`)
  return withDatabase(postgres.url, name)
}

function migrationsDir(files: Record<string, string>): string {
  const dir = mkdtempSync(join(postgres.home, 'migrations-'))
  writeFileSync(join(dir, 'migration_lock.toml'), 'provider = "postgresql"\n')
  for (const [name, sql] of Object.entries(files)) {
    mkdirSync(join(dir, name))
    writeFileSync(join(dir, name, 'migration.sql'), sql)
  }
  return dir
}

const service = (name: string, dir: string, suffix: string): ServiceSchema => ({
  name,
  schema: name,
  role: `${name}_${suffix}`,
  password: 'pw',
  migrationsDir: dir,
})

function roleUrl(url: string, role: string): string {
  const own = new URL(url)
  own.username = role
  return own.href
}

test('two services migrate side by side in one database, each wholly inside its schema', async () => {
  const url = await newDatabase()
  const dir = migrationsDir({ '1_init': INIT })
  await query(url, 'CREATE SCHEMA billing; CREATE SCHEMA auth')
  assert.deepEqual(await deploy({ url, schema: 'billing', dir }), ['1_init'])
  assert.deepEqual(await deploy({ url, schema: 'auth', dir }), ['1_init'])
  assert.deepEqual(await deploy({ url, schema: 'auth', dir }), [])
  const tables = await query(
    url,
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE tablename IN ('entry', '_prisma_migrations') ORDER BY 1`,
  )
  assert.deepEqual(
    tables.map(row => row.name),
    ['auth._prisma_migrations', 'auth.entry', 'billing._prisma_migrations', 'billing.entry'],
  )
})

test('an edited migration is refused and named', async () => {
  const url = await newDatabase()
  const dir = migrationsDir({ '1_init': INIT })
  await deploy({ url, dir })
  writeFileSync(join(dir, '1_init/migration.sql'), `${INIT}-- changed`)
  await assert.rejects(deploy({ url, dir }), /1_init in .* changed after it was applied/)
})

test('a database that has every migration is not waited for, whoever holds the lock of migrations', async () => {
  const url = await newDatabase()
  const dir = migrationsDir({ '1_init': INIT })
  await deploy({ url, dir })
  const holder = new Client({ connectionString: url })
  await holder.connect()
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK_KEY])
    assert.deepEqual(await deploy({ url, dir }), [])
    mkdirSync(join(dir, '2_more'))
    writeFileSync(join(dir, '2_more/migration.sql'), 'ALTER TABLE "entry" ADD COLUMN "more" TEXT;')
    const applying = deploy({ url, dir })
    while ((await query(url, WAITING)).length === 0) await pause(20)
    await holder.query('SELECT pg_advisory_unlock_all()')
    assert.deepEqual(await applying, ['2_more'])
  } finally {
    await holder.end()
  }
})

test('what a newer release has migrated is not taken for the same', async () => {
  const url = await newDatabase()
  await deploy({ url, dir: migrationsDir({ '1_init': INIT, '2_more': 'ALTER TABLE "entry" ADD COLUMN "more" TEXT;' }) })
  const older = [{ name: '1_init', sql: INIT }]
  assert.equal(await hasExactly({ url }, older), false)
  assert.equal(await hasExactly({ url }, [...older, { name: '2_other', sql: '' }]), false)
})

test('a failing migration is named, and runs again by itself once its cause is gone, since nothing is left of it', async () => {
  const url = await newDatabase()
  const dir = migrationsDir({ '1_broken': 'CREATE TABLE "a" (); CREATE TABLE "b" ("x" not_yet);' })
  await assert.rejects(deploy({ url, dir }), /1_broken failed: [^]*type "not_yet" does not exist$/)
  await assert.rejects(deploy({ url, dir }), /1_broken failed: [^]*type "not_yet" does not exist$/)
  await query(url, 'CREATE TYPE not_yet AS ENUM ()')
  assert.deepEqual(await deploy({ url, dir }), ['1_broken'])
  assert.deepEqual(await deploy({ url, dir }), [])
})

test('one that may have left something behind waits for somebody to say whether it did', async () => {
  const dir = migrationsDir({ '1_parts': 'BEGIN; CREATE TABLE "a" (); COMMIT; CREATE TABLE "b" ("x" no_such_type);' })
  for (const resolution of ['applied', 'rolled-back'] as const) {
    const url = await newDatabase()
    await assert.rejects(deploy({ url, dir }), /1_parts failed/)
    await assert.rejects(
      deploy({ url, dir }),
      /1_parts failed before, and may have left[^]*resolve SERVICE 1_parts --rolled-back/,
    )
    await assert.rejects(
      resolveMigration({ url, dir }, '1_other', resolution),
      /1_other has not failed \(1_parts has\)/,
    )
    if (resolution === 'rolled-back') await query(url, 'DROP TABLE "a"; CREATE TYPE no_such_type AS ENUM ()')
    await resolveMigration({ url, dir }, '1_parts', resolution)
    assert.deepEqual(await deploy({ url, dir }), resolution === 'applied' ? [] : ['1_parts'])
  }
})

test('a failed migration that was changed since is not repeated by itself', async () => {
  const url = await newDatabase()
  const dir = migrationsDir({ '1_broken': 'CREATE TABLE "a" ("x" no_such_type);' })
  await assert.rejects(deploy({ url, dir }), /1_broken failed/)
  writeFileSync(join(dir, '1_broken/migration.sql'), 'CREATE TABLE "a" ("x" int);')
  await assert.rejects(deploy({ url, dir }), /1_broken failed before/)
  await resolveMigration({ url, dir }, '1_broken', 'rolled-back')
  assert.deepEqual(await deploy({ url, dir }), ['1_broken'])
})

test('drift tells exactly what the migrations lack', async () => {
  const schemaFile = join(postgres.home, 'schema.prisma')
  writeFileSync(schemaFile, SCHEMA)
  const url = await newDatabase()
  const complete = migrationsDir({ '1_init': INIT })
  assert.equal(await drift({ url, dir: complete, schemaFile }), null)
  const lacking = migrationsDir({ '1_init': INIT.replace(', "note" TEXT', '') })
  assert.match((await drift({ url, dir: lacking, schemaFile })) ?? '', /ADD COLUMN\s+"note" TEXT/)
  assert.deepEqual(await query(url, `SELECT datname FROM pg_database WHERE datname LIKE 'prisma_migrate%'`), [])
})

test('a provisioned role reads and writes its own rows and nothing else', async () => {
  const url = await newDatabase()
  const dir = migrationsDir({ '1_init': INIT })
  const grantsFile = join(postgres.home, 'grants.sql')
  writeFileSync(grantsFile, 'REVOKE UPDATE, DELETE ON "entry" FROM :role;')
  const billing = { ...service('billing', dir, 'p1'), grantsFile }
  const applied = await provision({ adminUrl: url, services: [billing, service('auth', dir, 'p1')] })
  assert.deepEqual(applied, { billing: ['1_init'], auth: ['1_init'] })
  const own = roleUrl(url, billing.role)
  await query(own, `INSERT INTO "entry" ("kind") VALUES ('DEBIT')`)
  assert.deepEqual(await query(own, 'SELECT count_entries() AS n'), [{ n: '1' }])
  await assert.rejects(query(own, 'DELETE FROM "entry"'), /permission denied/)
  await assert.rejects(query(own, 'CREATE TABLE mine (n int)'), /permission denied/)
  await assert.rejects(query(own, 'SELECT * FROM auth."entry"'), /permission denied/)
  await assert.rejects(query(own, 'DELETE FROM "_prisma_migrations"'), /permission denied/)
})

test('provisioning twice, and four times at once, applies each migration once', async () => {
  const url = await newDatabase()
  const dir = migrationsDir({ '1_init': INIT, '2_more': 'ALTER TABLE "entry" ADD COLUMN "more" TEXT;' })
  const services = [service('billing', dir, 'p2'), service('auth', dir, 'p2')]
  const runs = await Promise.all([1, 2, 3, 4].map(() => provision({ adminUrl: url, services })))
  assert.deepEqual(
    runs.flatMap(run => run.billing ?? []).toSorted((a, b) => a.localeCompare(b)),
    ['1_init', '2_more'],
  )
  assert.deepEqual(await provision({ adminUrl: url, services }), { billing: [], auth: [] })
})

test('databases of one server may provision the same role names at once', async () => {
  const dir = migrationsDir({ '1_init': INIT })
  const urls = [await newDatabase(), await newDatabase(), await newDatabase()]
  await Promise.all(urls.map(adminUrl => provision({ adminUrl, services: [service('billing', dir, 'shared')] })))
  for (const url of urls) {
    assert.deepEqual(await query(roleUrl(url, 'billing_shared'), 'SELECT count(*) AS n FROM "entry"'), [{ n: '0' }])
  }
})

test('a role that may not create roles is told what it lacks', async () => {
  const url = await newDatabase()
  await query(url, `CREATE ROLE weak LOGIN`)
  const attempt = provision({ adminUrl: roleUrl(url, 'weak'), services: [] })
  await assert.rejects(attempt, /"weak" may not create roles[^]*CREATEROLE/)
})
