import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  type Constellation,
  eventually,
  type FakePublisher,
  startConstellation,
  startFakePublisher,
} from '@mtg/testing'
import { Client } from 'pg'
import { openToolbox, type Toolbox } from './debian-postgres.ts'
import { CALLERS, call, EMAIL, marketplaceFor, OPENING_MICROS, PRICE_MICROS, startLoad } from './shop.ts'

let toolbox: Toolbox
let publisher: FakePublisher

before(async () => {
  toolbox = openToolbox()
  publisher = await startFakePublisher()
})
after(async () => {
  await publisher?.close()
  toolbox?.close()
})

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** The gateway on this database; with the keys of another one when it goes on with what that one has left. */
function start(databaseUrl: string, previous?: Constellation): Promise<Constellation> {
  const keyOf = (service: 'auth' | 'billing' | 'oauth-server', name: string): Record<string, string> => {
    const key = previous?.envOf(service)[name]
    return key === undefined ? {} : { [name]: key }
  }
  return startConstellation({
    servers: { databaseUrl },
    console: true,
    ...(previous === undefined ? { marketplace: marketplaceFor(publisher.origin) } : {}),
    serviceEnv: {
      auth: keyOf('auth', 'KEY_PEPPER'),
      // What was under way when the copy was made is over soon, and not in a quarter of an hour.
      billing: { ...keyOf('billing', 'ENCRYPTION_KEY'), RESERVATION_TTL_MS: '1000', REAP_INTERVAL_MS: '100' },
      'oauth-server': keyOf('oauth-server', 'ENCRYPTION_KEY'),
    },
  })
}

/** All that must hold of a restored system; answers with how many calls its journal has. */
async function assertSound(gateway: Constellation, databaseUrl: string): Promise<number> {
  await gateway.verifyLedger()
  await eventually(async () => assert.equal((await gateway.wallet(EMAIL)).held, '0.00'))
  const [row] = await query<{ calls: number; balance: string }>(
    databaseUrl,
    `SELECT (SELECT count(*)::int FROM billing.journal WHERE kind = 'capture') AS calls,
            (SELECT sum(posted) FROM billing.wallets) AS balance`,
  )
  assert.ok(row !== undefined)
  assert.equal(BigInt(row.balance), OPENING_MICROS - BigInt(row.calls) * PRICE_MICROS)
  await gateway.reconcile()
  await eventually(async () => assert.equal((await gateway.usageCallIds(EMAIL)).length, row.calls))
  assert.equal((await call(gateway)).status, 200, 'the old key buys calls')
  await gateway.verifyLedger()
  return row.calls
}

async function assertPromoted(url: string): Promise<void> {
  assert.deepEqual(await query(`${url}/postgres`, 'SELECT pg_is_in_recovery() AS recovering'), [{ recovering: false }])
}

test('a dump made under load restores to a sound ledger that goes on selling', async () => {
  const server = await toolbox.start(toolbox.newCluster(), { fsync: 'off' })
  await query(`${server.url}/postgres`, 'CREATE DATABASE mtg')
  await query(`${server.url}/postgres`, 'CREATE DATABASE restored')
  const original = await start(`${server.url}/mtg`)
  try {
    await using load = startLoad(original)
    await eventually(() => assert.ok(load.paid() > 50))
    const atLeast = load.paid()
    const file = join(toolbox.newFolder(), 'gateway.dump')
    const dump = ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`, `${server.url}/mtg`]
    await toolbox.runBeside('pg_dump', ...dump)
    const atMost = load.paid()
    assert.ok(atMost > atLeast, 'calls went on while the dump was made')
    await load.stop()
    toolbox.run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${server.url}/restored`, file)

    const restored = await start(`${server.url}/restored`, original)
    try {
      const calls = await assertSound(restored, `${server.url}/restored`)
      assert.ok(atLeast <= calls && calls <= atMost + CALLERS, `${atLeast} <= ${calls} <= ${atMost}`)
    } finally {
      await restored.stop()
    }
  } finally {
    await original.stop()
    server.stop()
  }
})

test('a mistake is undone by going back to the moment before it', async () => {
  const archive = toolbox.newFolder()
  const dataDir = toolbox.newCluster()
  const server = await toolbox.start(dataDir, {
    fsync: 'off',
    archive_mode: 'on',
    archive_command: `cp %p ${archive}/%f`,
  })
  await query(`${server.url}/postgres`, 'CREATE DATABASE mtg')
  const original = await start(`${server.url}/mtg`)
  try {
    const base = join(toolbox.newFolder(), 'data')
    toolbox.run('pg_basebackup', `--dbname=${server.url}`, `--pgdata=${base}`, '--checkpoint=fast', '--no-sync')
    await using load = startLoad(original)
    await eventually(() => assert.ok(load.paid() > 50))
    const paid = await load.stop()
    await original.stop()
    await query(`${server.url}/postgres`, "SELECT pg_create_restore_point('before_the_mistake')")
    await query(`${server.url}/mtg`, 'DROP SCHEMA billing CASCADE')
    await query(`${server.url}/postgres`, 'SELECT pg_switch_wal()')
    server.stop()

    writeFileSync(join(base, 'recovery.signal'), '')
    const recovered = await toolbox.start(base, {
      archive_mode: 'off',
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_name: 'before_the_mistake',
      recovery_target_action: 'promote',
    })
    await eventually(() => assertPromoted(recovered.url), 60_000)
    const restored = await start(`${recovered.url}/mtg`, original)
    try {
      assert.equal(await assertSound(restored, `${recovered.url}/mtg`), paid, 'not a call is lost')
    } finally {
      await restored.stop()
      recovered.stop()
    }
  } finally {
    await original.stop()
  }
})
