import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { createLogger } from '@mtg/observability'
import { doneRoutes } from './checkout.ts'
import { serveHttp } from './server.ts'

test('a request that arrives while the server stops is answered, and told to come back elsewhere', async () => {
  const log = createLogger({ service: 'billing', level: 'silent' })
  const server = await serveHttp({ listen: '127.0.0.1:0', routes: [doneRoutes], log })
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write('GET /v1-beta/checkout/done HTTP/1.1\r\nhost: gateway.test\r\n')
  const closed = server.close()
  await refused(server.origin)
  socket.write('\r\n')
  const answer = await text(socket)
  assert.match(answer, /^HTTP\/1\.1 200 /)
  assert.match(answer, /\r\nconnection: close\r\n/i)
  await closed
})

/** Resolves once nobody listens any more. */
async function refused(origin: string): Promise<void> {
  for (;;) {
    try {
      await fetch(origin, { headers: { connection: 'close' } })
    } catch {
      return
    }
  }
}
