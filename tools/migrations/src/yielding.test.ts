import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client, Pool } from 'pg'
import { ownPostgres } from './postgres.fixture.ts'
import { runYielding } from './yielding.ts'

const postgres = ownPostgres('yielding')
let pool: Pool

before(async () => {
  await postgres.start()
  pool = new Pool({ connectionString: postgres.url, max: 1 })
  pool.on('error', () => {}) // A connection that is dropped may see the server end.
  await pool.query('CREATE TABLE wallets (id int); CREATE TABLE notes (id int)')
})
after(async () => {
  await pool.end()
  await postgres.stop()
})

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: postgres.url, statement_timeout: 5_000 })
  await client.connect()
  return client
}

/** Resolves when somebody waits for a lock of this table. */
async function somebodyWaits(watcher: Client, table: string): Promise<void> {
  const sql = `SELECT 1 FROM pg_locks WHERE relation = $1::regclass AND NOT granted`
  for (;;) if ((await watcher.query(sql, [table])).rowCount) return
}

test('while a migration waits for a table, others go on using it; it is applied when the table is free', async () => {
  const [holder, caller] = await Promise.all([connected(), connected()])
  try {
    await holder.query('BEGIN; SELECT * FROM wallets')
    const script = 'ALTER TABLE notes ADD COLUMN text text; ALTER TABLE wallets ADD COLUMN note text'
    const migration = runYielding(pool, script)
    for (let attempt = 0; attempt < 3; attempt++) {
      await somebodyWaits(caller, 'wallets')
      await caller.query('INSERT INTO wallets (id) VALUES (1)')
      // The table before it in the same transaction has been given back as well.
      await caller.query('INSERT INTO notes (id) VALUES (1)')
    }
    await holder.query('COMMIT')
    await migration
    assert.deepEqual((await caller.query('SELECT count(note)::int AS noted FROM wallets')).rows, [{ noted: 0 }])
    assert.deepEqual((await pool.query('SHOW lock_timeout')).rows, [{ lock_timeout: '0' }])
  } finally {
    await Promise.all([holder.end(), caller.end()])
  }
})

test('a script that fails for another reason is not run again', async () => {
  await pool.query('CREATE SEQUENCE runs')
  await assert.rejects(runYielding(pool, "SELECT nextval('runs'); SELECT 1 / 0"), /division by zero/)
  assert.deepEqual((await pool.query("SELECT nextval('runs')::int AS next")).rows, [{ next: 2 }])
})
