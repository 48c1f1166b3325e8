import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createMetrics } from '@mtg/observability'
import { createLimitRefusals } from '../limit-refusals.ts'
import { boundConnections } from './connections.ts'

async function begin(context: TestContext, addressConnectionsMax: number | undefined) {
  const refusals = createLimitRefusals(createMetrics('test'))
  const server = createServer((_request, response) => response.end('ok'))
  const connections = boundConnections(server, { connectionsMax: 20, addressConnectionsMax, refusals })
  server.listen(0, '127.0.0.1')
  context.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  /** Whether a connection from an address is served; it stays open. */
  async function visit(localAddress: string): Promise<boolean> {
    const socket: Socket = connect({ port, host: '127.0.0.1', localAddress })
    context.after(() => socket.destroy())
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    return await Promise.race([
      once(socket, 'data').then(() => true),
      new Promise<boolean>(resolve => socket.once('close', () => resolve(false))),
    ])
  }
  return { connections, visit }
}

async function served(count: number, visit: () => Promise<boolean>): Promise<number> {
  let total = 0
  for (let turn = 0; turn < count; turn += 1) total += (await visit()) ? 1 : 0
  return total
}

test('an address gets its own number of connections, and others get theirs', async context => {
  const { connections, visit } = await begin(context, 3)
  assert.equal(await served(5, () => visit('127.0.0.2')), 3)
  assert.equal(await served(5, () => visit('127.0.0.3')), 3)
  assert.equal(connections.held(), 6)
})

test('an address leaves as many connections to others as it has', async context => {
  const { visit } = await begin(context, 100)
  assert.equal(await served(20, () => visit('127.0.0.2')), 10)
  assert.equal(await visit('127.0.0.3'), true)
})

test("a proxy that carries everybody's requests may have all connections", async context => {
  const { visit } = await begin(context, undefined)
  assert.equal(await served(22, () => visit('127.0.0.2')), 20)
})
