import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { collectBody } from './read-body.ts'

const HEAD = 'POST / HTTP/1.1\r\nhost: gateway\r\ncontent-length: 10\r\n\r\n'

async function begin(
  context: TestContext,
): Promise<{ client: Socket; request: IncomingMessage; body: () => Promise<string> }> {
  const server = createServer().listen(0, '127.0.0.1')
  context.after(() => server.close())
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  context.after(() => client.destroy())
  client.write(`${HEAD}12345`)
  const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  return { client, request, body: async () => (await collectBody(request, response, 100)).toString() }
}

test('a body is read whole, in however many pieces it comes', async context => {
  const { client, body } = await begin(context)
  const reading = body()
  client.write('67890')
  assert.equal(await reading, '1234567890')
})

test('an upload that is broken off is refused while it is read', async context => {
  const { client, body } = await begin(context)
  const reading = body()
  client.resetAndDestroy()
  await assert.rejects(reading, { code: 'bad_request' })
})

test('an upload that was broken off before anybody read it is refused, and not waited for', async context => {
  const { client, request, body } = await begin(context)
  client.resetAndDestroy()
  await new Promise(resolve => request.once('close', resolve))
  await assert.rejects(body(), { code: 'bad_request' })
})
