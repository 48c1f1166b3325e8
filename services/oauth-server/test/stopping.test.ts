import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startHarness } from './harness.ts'

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Resolves once nobody listens any more. */
async function untilClosed(port: number): Promise<void> {
  for (;;) {
    try {
      const socket = await open(port)
      socket.destroy()
    } catch {
      return
    }
  }
}

test('a request that arrives while the server stops is answered, and told to come back elsewhere', async () => {
  const server = await startHarness()
  const port = Number(new URL(server.origin).port)
  const socket = await open(port)
  socket.write('GET /.well-known/jwks.json HTTP/1.1\r\nhost: gateway.test\r\n')
  const closed = server.close()
  await untilClosed(port)
  socket.write('\r\n')
  const answer = await text(socket)
  assert.match(answer, /^HTTP\/1\.1 200 /)
  assert.match(answer, /\r\nconnection: close\r\n/i)
  await closed
})
