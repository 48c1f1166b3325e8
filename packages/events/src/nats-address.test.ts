import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type RunningServer, startNats } from '@mtg/embedded'
import { createLogger } from '@mtg/observability'
import { connectNats } from './index.ts'
import { parseNatsUrls } from './nats-address.ts'

const dir = mkdtempSync(join(tmpdir(), 'mtg-nats-address-'))
let server: RunningServer

before(async () => {
  server = await startNats({ dir: join(dir, 'nats'), users: [{ name: 'gateway', password: 'p@ss:1234' }] })
})
after(async () => {
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
})

test('one server, several, a login, a token and TLS', () => {
  assert.deepEqual(parseNatsUrls('nats://host:4222'), { servers: ['host:4222'] })
  assert.deepEqual(parseNatsUrls('nats://app:p%40ss%3A1@a:4222, nats://app:p%40ss%3A1@[::1]:4223'), {
    servers: ['a:4222', '[::1]:4223'],
    user: 'app',
    pass: 'p@ss:1',
  })
  assert.deepEqual(parseNatsUrls('tls://secret@a'), { servers: ['a'], token: 'secret', tls: {} })
})

/** Connects, and answers with whether it came to that, and what was logged if it did not. */
async function outcomeAt(url: string): Promise<string> {
  const settled = Promise.withResolvers<string>()
  const destination = { write: (line: string) => settled.resolve(line) }
  const log = createLogger({ service: 'events-test', level: 'warn', destination })
  const nats = connectNats({ url, name: 'test', log })
  nats.connection().then(
    () => settled.resolve('connected'),
    () => {},
  )
  const outcome = await settled.promise
  await nats.close()
  return outcome
}

test('a server that wants a login gets it from the URL, and one that is wrong is refused', async () => {
  const at = (login: string) => `nats://${login}127.0.0.1:${server.port}`
  assert.equal(await outcomeAt(at('gateway:p%40ss%3A1234@')), 'connected')
  for (const login of ['gateway:other@', '']) assert.match(await outcomeAt(at(login)), /Authorization Violation/i)
})

test('tls:// never speaks in the clear: a server without TLS is not connected to, and gets no password', async () => {
  const outcome = await outcomeAt(`tls://gateway:p%40ss%3A1234@127.0.0.1:${server.port}`)
  assert.notEqual(outcome, 'connected')
  assert.ok(!outcome.includes('p@ss'))
})
