import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { createLogger, createMetrics } from '@mtg/observability'
import { createByteBudget } from '../limits/bytes/byte-budget.ts'
import { createLimitRefusals } from '../limits/limit-refusals.ts'
import { collectAnswer, ServiceReplicas, type ServiceRequest } from './service-replicas.ts'

const refusals = createLimitRefusals(createMetrics('test'))

function fullBudget() {
  const budget = createByteBudget({ limit: 'answer_bytes', bytesMax: 30_000, refusals })
  for (const owner of ['a', 'b', 'c', 'd']) budget.open(owner).grow(Math.floor((30_000 - budget.held()) / 3))
  return budget
}

async function* inPieces(...sizes: number[]): AsyncIterable<Buffer> {
  for (const size of sizes) yield Buffer.alloc(size)
}

test('a small answer is handed over however full the budget of large ones is', async () => {
  const claim = fullBudget().open('ada')
  assert.equal((await collectAnswer(inPieces(1_000, 15_000), claim)).length, 16_000)
})

test('a large answer counts whole, from its first byte', async () => {
  await assert.rejects(collectAnswer(inPieces(16_000, 1_000), fullBudget().open('ada')), { code: 'overloaded' })
  const budget = createByteBudget({ limit: 'answer_bytes', bytesMax: 300_000, refusals })
  await collectAnswer(inPieces(16_000, 1_000, 500), budget.open('ada'))
  assert.equal(budget.held(), 17_500)
})

/** A replica that ends as soon as a request has begun to come: its port was closed with the connection not yet taken. */
const gone = () => createServer(socket => void socket.once('data', () => socket.resetAndDestroy()))

/** A replica that is killed when it has read the whole request, for all that anybody knows after it has acted. */
function killedOverIt(received: string[]) {
  const hear = (socket: Socket) => (bytes: Buffer) => {
    received.push(bytes.toString())
    if (received.join('').endsWith('code=1')) socket.resetAndDestroy()
    else socket.write('HTTP/1.1 100 Continue\r\n\r\n')
  }
  return createServer(socket => void socket.on('data', hear(socket)))
}

function answering(received: string[]) {
  return createHttpServer((request, response) => {
    void text(request).then(body => {
      received.push(`${request.method} ${request.headers['content-length']} ${body}`)
      response.writeHead(201, { 'x-of': 'replica' }).end('done')
    })
  })
}

/** One address in front of two replicas: a balancer sends the first connection to the one that leaves. */
function balanced(received: string[]) {
  const staying = answering(received)
  let connections = 0
  return createServer(socket => {
    connections += 1
    if (connections === 1) socket.once('data', () => socket.resetAndDestroy())
    else staying.emit('connection', socket)
  })
}

/** Asks the replicas once for each place at which their turn can begin. */
async function askEach(servers: readonly Server[], request: Partial<ServiceRequest>) {
  const origins: string[] = []
  for (const server of servers) {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    origins.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  }
  const replicas = new ServiceReplicas(createLogger({ service: 'test', level: 'silent' }))
  const whole = { path: '/oauth/token', method: 'POST', headers: {}, body: Buffer.from('code=1'), ...request }
  const claim = createByteBudget({ limit: 'answer_bytes', bytesMax: 1_000, refusals }).open('ada')
  try {
    const signal = AbortSignal.timeout(10_000)
    return await Promise.allSettled(origins.map(() => replicas.ask(origins, { ...whole, signal }, claim)))
  } finally {
    replicas.close()
    for (const server of servers) server.close()
  }
}

test('a request that a leaving replica cannot have carried out is carried out by another, once', async () => {
  const received: string[] = []
  const answers = await askEach([gone(), answering(received)], {})
  for (const answer of answers) {
    assert.ok(answer.status === 'fulfilled', JSON.stringify(answer))
    const { status, headers, body } = answer.value
    assert.deepEqual([status, headers['x-of'], body.toString()], [201, 'replica', 'done'])
  }
  assert.deepEqual(received, ['POST 6 code=1', 'POST 6 code=1'])
})

test('a request that a replica may have carried out is given to no other', async () => {
  const [read, elsewhere] = [Array<string>(), Array<string>()]
  const answers = await askEach([killedOverIt(read), answering(elsewhere)], {})
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.equal(elsewhere.length, 1)
})

test('one address is asked again, as it may stand for several replicas', async () => {
  const received: string[] = []
  const answers = await askEach([balanced(received)], {})
  assert.deepEqual([answers.map(({ status }) => status), received], [['fulfilled'], ['POST 6 code=1']])
})

for (const method of ['GET', 'HEAD', 'DELETE']) {
  test(`a ${method} is asked of another replica whatever became of the first`, async () => {
    const received: string[] = []
    const answers = await askEach([gone(), answering(received)], { method, body: Buffer.alloc(0) })
    assert.deepEqual(
      answers.map(({ status }) => status),
      ['fulfilled', 'fulfilled'],
    )
    assert.equal(received.length, 2)
  })
}

test('a request without a body that may have been carried out, and would be twice, is asked of no other', async () => {
  const received: string[] = []
  const answers = await askEach([gone(), answering(received)], { body: Buffer.alloc(0) })
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.equal(received.length, 1)
})
