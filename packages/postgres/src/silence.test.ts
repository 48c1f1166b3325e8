import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { createLogger } from '@mtg/observability'
import { adminDatabaseUrl, eventually } from '@mtg/testing'
import { type Database, openDatabase } from './database.ts'

const SELECT = { name: 'one', text: 'SELECT 1' }
const SLOW = { name: 'slow', text: 'SELECT pg_sleep(1.6)' }
/** Half a second of silence, three quarters for asking; the rest is what a busy test machine may add. */
const TOLD_WITHIN_MS = 1_350 + 8_000
/** The fastest of several, as a busy machine holds one or the other up. */
const AT_ONCE_MS = 100
const AT_ONCE_ROUNDS = 5

/** A way to PostgreSQL on which, while it is frozen, connections open and nothing comes through. */
class Line {
  readonly #sockets = new Set<Socket>()
  #isFrozen = false
  readonly #server = createServer(client => this.#join(client))
  url = ''

  async open(target: string): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#target = new URL(target)
    const here = new URL(target)
    const address = this.#server.address()
    assert.ok(address !== null && typeof address === 'object')
    here.host = `127.0.0.1:${address.port}`
    this.url = here.href
  }

  #target = new URL('http://localhost')

  #join(client: Socket): void {
    const server = connect(Number(this.#target.port), this.#target.hostname)
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from)
      from.on('data', chunk => to.write(chunk))
      from.on('error', () => {})
      from.on('close', () => {
        this.#sockets.delete(from)
        to.destroy()
      })
      if (this.#isFrozen) from.pause()
    }
  }

  freeze(): void {
    this.#isFrozen = true
    for (const socket of this.#sockets) socket.pause()
  }

  thaw(): void {
    this.#isFrozen = false
    for (const socket of this.#sockets) socket.resume()
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }
}

const line = new Line()
let db: Database

before(async () => {
  await line.open(await adminDatabaseUrl())
  const log = createLogger({ service: 'test', level: 'silent' })
  db = openDatabase({ url: line.url, poolMax: 3, applicationName: 'silence-test', log })
})
after(async () => {
  await db?.close()
  line.close()
})

async function msUntilRefused(ask: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await assert.rejects(ask(), { code: 'database_error' })
  return performance.now() - startedAt
}

test('a server that hangs is told soon, then at once, and forgotten as soon as it answers', async () => {
  await db.query(SELECT)
  line.freeze()
  const [query, transaction] = await Promise.all([
    msUntilRefused(() => db.query(SELECT)),
    msUntilRefused(() => db.transaction(async queryable => await queryable.query(SELECT))),
  ])
  assert.ok(query < TOLD_WITHIN_MS && transaction < TOLD_WITHIN_MS, `${query} ms, ${transaction} ms`)
  const again: number[] = []
  while (again.length < AT_ONCE_ROUNDS) again.push(await msUntilRefused(() => db.query(SELECT)))
  assert.ok(Math.min(...again) < AT_ONCE_MS, `${again.join(', ')} ms`)
  await assert.rejects(db.check(), /has not answered for/)
  line.thaw()
  await eventually(() => db.query(SELECT))
})

test('a statement that takes its time on a server that answers others is left alone', async () => {
  assert.equal((await db.query(SLOW)).length, 1)
})

test('who hangs in the middle of a transaction loses it with its locks, and whoever waits for them goes on', async () => {
  const lock = { name: 'lock', text: 'SELECT pg_advisory_xact_lock(hashtext($1))' }
  const log = createLogger({ service: 'test', level: 'silent' })
  const hanging = openDatabase({ url: line.url, poolMax: 1, applicationName: 'hangs', log, statementTimeoutMs: 300 })
  const others = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const hung = hanging.transaction(async queryable => {
    await queryable.query(lock, ['shared'])
    held.resolve()
    await others.promise
    await queryable.query(SELECT)
  })
  // A test that is held up itself may lose it before it has the lock: then nobody has to wait.
  void hung.catch(() => {}).finally(() => held.resolve())
  await Promise.all([
    assert.rejects(hung, { code: 'database_error' }),
    held.promise.then(async () => await db.query(lock, ['shared'])).finally(() => others.resolve()),
  ])
  assert.equal((await hanging.query(SELECT)).length, 1)
  await hanging.close()
})

test('a server that does not let us in, or lacks our database, is away for those who ask', async () => {
  const log = createLogger({ service: 'test', level: 'silent' })
  const admin = await adminDatabaseUrl()
  const [asNobody, elsewhere] = [new URL(admin), new URL(admin)]
  asNobody.username = 'nobody_of_this_name'
  asNobody.password = 'wrong'
  elsewhere.pathname = '/nothing_of_this_name'
  for (const { href: url } of [asNobody, elsewhere]) {
    let told = 0
    const onAway = () => {
      told += 1
    }
    const wrong = openDatabase({ url, poolMax: 1, applicationName: 'wrong', log, onAway })
    await assert.rejects(wrong.query(SELECT), { code: 'database_error' })
    await assert.rejects(
      wrong.transaction(queryable => queryable.query(SELECT)),
      { code: 'database_error' },
    )
    assert.equal(told, 2)
    await wrong.close()
  }
})
