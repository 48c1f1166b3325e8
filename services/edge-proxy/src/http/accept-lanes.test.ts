import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { BACKLOG, canShare, claimPort, openAcceptLanes } from './accept-lanes.ts'

const host = '127.0.0.1'

async function startServer(context: TestContext) {
  const server = createServer((_request, response) => void response.end('answered'))
  server.listen({ host, port: 0, backlog: BACKLOG, reusePort: canShare })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const lanes = await openAcceptLanes(server, { host, port })
  const close = async () => {
    server.close()
    await lanes.close()
  }
  context.after(close)
  return { server, port, close }
}

test('a crowd of connections is accepted in a few rounds of the event loop, not in one round each', {
  skip: canShare ? false : 'only Linux shares a port out among sockets',
}, async context => {
  const { server, port } = await startServer(context)
  const crowd = 256
  const accepted: unknown[] = []
  server.on('connection', socket => accepted.push(socket))
  const sockets = Array.from({ length: crowd }, () => connect(port, host).on('error', () => {}))
  let rounds = 0
  while (accepted.length < crowd) {
    await new Promise(resolve => setImmediate(resolve))
    if (accepted.length > 0) rounds += 1
  }
  for (const socket of sockets) socket.destroy()
  assert.ok(rounds < crowd / 2, `${rounds} rounds`)
})

test('a request over any lane is answered by the same server, and closing ends all of them', async context => {
  const { port, close } = await startServer(context)
  const answers = Array.from({ length: 64 }, async () => await (await fetch(`http://${host}:${port}/`)).text())
  assert.deepEqual([...new Set(await Promise.all(answers))], ['answered'])
  await close()
  const [error] = (await once(connect(port, host), 'error')) as [NodeJS.ErrnoException]
  assert.equal(error.code, 'ECONNREFUSED')
})

test('connections that fall idle after the end began hold nothing up', async context => {
  const { server, port, close } = await startServer(context)
  const waiting: (() => void)[] = []
  const all = Promise.withResolvers<void>()
  server.removeAllListeners('request')
  server.on('request', (_request, response) => {
    if (waiting.push(() => void response.end('late')) === 64) all.resolve()
  })
  const answers = Array.from({ length: 64 }, async () => await (await fetch(`http://${host}:${port}/`)).text())
  await all.promise
  const closing = close()
  for (const answer of waiting) answer()
  assert.deepEqual([...new Set(await Promise.all(answers))], ['late'])
  await closing
})

test('a port that somebody has is not shared with them in silence', async context => {
  const { port } = await startServer(context)
  if (canShare) await assert.rejects(claimPort({ host, port }), { code: 'EADDRINUSE' })
  await claimPort({ host, port: 0 })
})
