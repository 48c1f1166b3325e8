import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { createMetrics } from '@mtg/observability'
import { systemClock } from '@mtg/primitives'
import { behaviours, type FakePublisher, progressEvent, startFakePublisher } from '@mtg/testing'
import { createByteBudget } from '../limits/bytes/byte-budget.ts'
import { createLimitRefusals } from '../limits/limit-refusals.ts'
import { createAddressGuard } from './addresses.ts'
import { createConnector } from './connector.ts'
import type { ExchangeLimits } from './exchange.ts'
import type { PublisherAnswer } from './publisher-answer.ts'
import { createSender, type Sender } from './sender.ts'

const LIMITS: ExchangeLimits = {
  firstByteMs: 5_000,
  idleMs: 5_000,
  totalMs: 10_000,
  isEndless: false,
  answerBytesMax: 1_000_000,
  streamBytesMax: 2_000_000,
}
const CONNECTION_LIMITS = {
  connectionsMax: 8,
  publisherConnectionsMax: 8,
  appConnectionsMax: 8,
  idleConnectionsMax: 8,
  appIdleConnectionsMax: 8,
}
const answerBytes = createByteBudget({
  limit: 'answer_bytes',
  bytesMax: 100_000_000,
  refusals: createLimitRefusals(createMetrics('test')),
})
const LANE = { app: 'acme/search', publisher: 'acme', buyerId: 'ada' }
let publisher: FakePublisher
let sender: Sender

before(async () => {
  publisher = await startFakePublisher()
})
after(() => publisher.close())
beforeEach(() => {
  sender = senderAllowing('127.0.0.0/8')
})
afterEach(() => sender.close())

const senderAllowing = (...ranges: string[]) =>
  createSender({
    guard: createAddressGuard(ranges, false),
    clock: systemClock,
    connectTimeoutMs: 1_000,
    limits: CONNECTION_LIMITS,
  })

function open(limits: Partial<ExchangeLimits> = {}, url = `${publisher.origin}/mcp?x=1`) {
  const body = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"tools/list"}')
  return sender.open({
    url,
    lane: LANE,
    answerBytes,
    headers: ['content-type', 'application/json'],
    body,
    limits: { ...LIMITS, ...limits },
  })
}
const send = (limits?: Partial<ExchangeLimits>, url?: string) => open(limits, url).answer

async function textOf(answer: PublisherAnswer): Promise<string> {
  if (answer.kind === 'buffered') return answer.body.toString()
  let text = ''
  for await (const chunk of answer.chunks) text += chunk.toString()
  return text
}

test('a JSON answer arrives whole, and the query of the upstream URL is kept', async () => {
  publisher.behave(behaviours.reply(200, '{"a":1}'))
  assert.equal(await textOf(await send()), '{"a":1}')
  assert.equal(publisher.requests.at(-1)?.path, '/mcp?x=1')
})

test('a stream of events arrives piece by piece', async () => {
  publisher.behave(behaviours.stream(progressEvent(1), progressEvent(2)))
  const answer = await send()
  assert.equal(answer.kind, 'stream')
  assert.equal(await textOf(answer), progressEvent(1) + progressEvent(2))
})

test('publishers that misbehave are told apart', async t => {
  const cases: [
    name: string,
    behaviour: ReturnType<typeof behaviours.stall>,
    kind: string,
    limits?: Partial<ExchangeLimits>,
  ][] = [
    ['silence', behaviours.stall(), 'timeout', { firstByteMs: 50 }],
    ['silence in the middle of a body', behaviours.stallMidBody(), 'timeout', { firstByteMs: 50 }],
    ['a reset', behaviours.reset(), 'transport'],
    ['a reset in the middle of a body', behaviours.cutMidBody(), 'transport'],
    ['a redirect', behaviours.redirect('http://169.254.169.254/'), 'redirect'],
    ['a flood', behaviours.flood(), 'too_large'],
    ['a compression bomb', behaviours.compressionBomb(), 'encoding'],
    ['a header flood', behaviours.reply(200, '{}', { 'x-flood': 'x'.repeat(80_000) }), 'too_large'],
  ]
  for (const [name, behaviour, kind, limits] of cases) {
    await t.test(name, async () => {
      publisher.behave(behaviour)
      await assert.rejects(send(limits), { name: 'PublisherFailure', kind, wasSent: true })
    })
  }
})

test('streams that misbehave end with the reason', async t => {
  const cases: [
    name: string,
    behaviour: ReturnType<typeof behaviours.stall>,
    kind: string,
    limits?: Partial<ExchangeLimits>,
  ][] = [
    ['silence', behaviours.streamThenStall(progressEvent(1)), 'timeout', { idleMs: 50 }],
    ['a reset', behaviours.streamThenCut(progressEvent(1)), 'transport'],
    ['a flood', behaviours.flood('text/event-stream'), 'size_limit'],
  ]
  for (const [name, behaviour, kind, limits] of cases) {
    await t.test(name, async () => {
      publisher.behave(behaviour)
      const answer = await send(limits)
      await assert.rejects(textOf(answer), { name: 'PublisherFailure', kind })
    })
  }
})

test('a reader who falls behind stops the publisher, not the process', async () => {
  publisher.behave(behaviours.flood('text/event-stream'))
  const answer = await send({ streamBytesMax: 50_000_000 })
  assert.equal(answer.kind, 'stream')
  let received = 0
  for await (const chunk of answer.chunks) {
    received += chunk.length
    await new Promise(resolve => setImmediate(resolve))
    if (received > 5_000_000) break
  }
  assert.ok(received < 6_000_000)
})

test('aborting reaches the publisher', async () => {
  publisher.behave(behaviours.streamThenStall(progressEvent(1)))
  const exchange = open()
  const answer = await exchange.answer
  exchange.abort('buyer_left', 'test')
  await assert.rejects(textOf(answer), { kind: 'buyer_left' })
  await publisher.requests.at(-1)?.aborted
})

test('a server that is not there has received nothing', async () => {
  const gone = await startFakePublisher()
  await gone.close()
  await assert.rejects(send({}, gone.origin), { kind: 'connect', wasSent: false })
})

test('addresses that are not permitted are never connected to, however they are written', async t => {
  const { port } = new URL(publisher.origin)
  const strict = senderAllowing()
  const before = publisher.requests.length
  const hosts = [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '127.1',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    'localhost',
    '0.0.0.0',
    '[::]',
  ]
  for (const host of hosts) {
    await t.test(host, async () => {
      const body = Buffer.from('{}')
      const exchange = strict.open({
        url: `http://${host}:${port}/`,
        lane: LANE,
        headers: [],
        body,
        limits: LIMITS,
        answerBytes,
      })
      await assert.rejects(exchange.answer, { kind: 'forbidden_address', wasSent: false })
    })
  }
  assert.equal(publisher.requests.length, before)
  await strict.close()
})

test('a name with one private address among public ones is refused, and is resolved once only', async () => {
  const asked: string[] = []
  const answers = [
    { address: '8.8.8.8', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]
  const resolveName = (name: string, _options: unknown, callback: (error: null, addresses: unknown) => void) => {
    asked.push(name)
    callback(null, answers)
  }
  const guard = createAddressGuard([], true)
  const connect = createConnector(guard, 1_000, resolveName as unknown as Parameters<typeof createConnector>[2])
  const failure = await new Promise(resolve => {
    connect({ hostname: 'rebind.test', protocol: 'http:', port: '80' }, (...[error]) => resolve(error))
  })
  assert.equal((failure as Error).name, 'ForbiddenAddress')
  assert.deepEqual(asked, ['rebind.test'])
})
