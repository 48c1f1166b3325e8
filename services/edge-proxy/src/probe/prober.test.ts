import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createMetrics } from '@mtg/observability'
import { systemClock } from '@mtg/primitives'
import { type Behaviour, behaviours, type FakePublisher, startFakePublisher } from '@mtg/testing'
import { createByteBudget } from '../limits/bytes/byte-budget.ts'
import { createLimitRefusals } from '../limits/limit-refusals.ts'
import { createAddressGuard } from '../publisher/addresses.ts'
import { createSender, type Sender } from '../publisher/sender.ts'
import { createProber, type Prober } from './prober.ts'

let publisher: FakePublisher
let sender: Sender
let guarded: Sender
let prober: Prober

const makeSender = (ranges: string[]) =>
  createSender({
    guard: createAddressGuard(ranges, false),
    clock: systemClock,
    connectTimeoutMs: 1000,
    limits: {
      connectionsMax: 50,
      publisherConnectionsMax: 50,
      appConnectionsMax: 50,
      idleConnectionsMax: 5,
      appIdleConnectionsMax: 5,
    },
  })
const proberOver = (over: Sender) =>
  createProber({
    credentials: { find: async () => 'upstream-key', close() {} },
    sender: over,
    answerBytes: createByteBudget({
      limit: 'answer_bytes',
      bytesMax: 50_000_000,
      refusals: createLimitRefusals(createMetrics('test')),
    }),
    clock: systemClock,
  })

before(async () => {
  publisher = await startFakePublisher()
  sender = makeSender(['127.0.0.0/8'])
  guarded = makeSender([])
  prober = proberOver(sender)
})
after(async () => {
  await Promise.all([sender?.close(), guarded?.close(), publisher?.close()])
})
beforeEach(() => publisher.behave(server({ 'server/discover': discovered, 'tools/list': { tools: [tool('one')] } })))

const discovered = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  instructions: 'Finds things.',
  _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'finder', title: 'The finder' } },
}
const tool = (name: string, rest: object = {}) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object' },
  ...rest,
})

/** Answers each method with a result, or with what a function makes of the cursor. */
function server(results: Record<string, object | ((cursor: string) => object)>): Behaviour {
  return (request, response) => {
    const { method, params } = request.json as { method: string; params: { cursor?: string } }
    const result = results[method]
    if (result === undefined) return behaviours.rpcError(-32601, 404)(request, response)
    return behaviours.result(typeof result === 'function' ? result(params.cursor ?? '') : result)(request, response)
  }
}

const target = (rest: object = {}) => ({
  publisher: 'acme',
  adapter: 'mcp' as const,
  url: `${publisher.origin}/mcp`,
  model: '',
  ...rest,
})
const faultOf = (probing: Promise<unknown>) =>
  probing.then(
    () => 'none',
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  )

test('a server says what it is and which tools it has, page by page, and is shown the publisher’s credential', async () => {
  const pages: Record<string, object> = {
    '': { tools: [tool('one', { title: 'One', outputSchema: { type: 'object' } })], nextCursor: 'b' },
    b: { tools: [tool('two')], nextCursor: 'c' },
    c: { tools: [] },
  }
  publisher.behave(server({ 'server/discover': discovered, 'tools/list': cursor => pages[cursor] ?? {} }))
  const { answerMs, tools, ...words } = await prober.probe(target())
  assert.deepEqual(words, { title: 'The finder', description: 'Finds things.' })
  assert.ok(answerMs >= 1)
  assert.deepEqual(tools, [
    {
      name: 'one',
      title: 'One',
      description: 'Does one.',
      inputSchema: '{"type":"object"}',
      outputSchema: '{"type":"object"}',
    },
    { name: 'two', title: '', description: 'Does two.', inputSchema: '{"type":"object"}', outputSchema: '' },
  ])
  const last = publisher.requests.at(-1)
  assert.equal(last?.headers.authorization, 'Bearer upstream-key')
  assert.deepEqual([last?.headers['mcp-method'], last?.headers['mcp-protocol-version']], ['tools/list', '2026-07-28'])
})

test('a server that answers with a stream is understood, and one that cannot say what it is may still have tools', async () => {
  const result = { jsonrpc: '2.0', id: 'mtg', result: { tools: [tool('streamed')] } }
  publisher.behave((request, response) =>
    (request.json as { method: string }).method === 'tools/list'
      ? behaviours.stream(': hello\n\n', `data: ${JSON.stringify(result)}\n\n`)(request, response)
      : behaviours.rpcError(-32601, 404)(request, response),
  )
  const { tools, title } = await prober.probe(target())
  assert.deepEqual([tools.map(({ name }) => name), title], [['streamed'], ''])
})

test('a server of chat completions is asked for one token', async () => {
  publisher.behave(behaviours.chat('pong', 2))
  assert.deepEqual((await prober.probe(target({ adapter: 'llm', model: 'small' }))).tools, [])
  const asked = publisher.requests.at(-1)?.json as { model: string; max_tokens: number }
  assert.deepEqual([asked.model, asked.max_tokens], ['small', 1])
  publisher.behave(behaviours.chat('pong'))
  assert.match(await faultOf(prober.probe(target({ adapter: 'llm' }))), /^probe_failed: .*not as its protocol wants/)
  publisher.behave(behaviours.reply(404, '{"error":"no such model"}'))
  assert.match(await faultOf(prober.probe(target({ adapter: 'llm', model: 'x' }))), /the model "x" with status 404/)
})

const bad: [what: string, behaviour: () => Behaviour, fault: RegExp][] = [
  ['fails', () => behaviours.reply(500, '{}'), /failed \(status 500\)/],
  ['refuses the credential', () => behaviours.reply(401, '{}'), /refused the credential/],
  ['says nonsense', () => behaviours.reply(200, 'nonsense'), /not as its protocol wants/],
  ['has no list', () => server({ 'server/discover': discovered, 'tools/list': {} }), /without a list of tools/],
  [
    'speaks another version',
    () => server({ 'server/discover': { supportedVersions: ['2025-11-25'] } }),
    /not its version 2026-07-28/,
  ],
  [
    'has two tools of a name',
    () => server({ 'server/discover': discovered, 'tools/list': { tools: [tool('a'), tool('a')] } }),
    /two tools of the name "a"/,
  ],
  [
    'has a tool without arguments',
    () => server({ 'server/discover': discovered, 'tools/list': { tools: [{ name: 'a' }] } }),
    /"a" without a schema/,
  ],
  [
    'has a schema that is a book',
    () =>
      server({
        'server/discover': {},
        'tools/list': { tools: [tool('a', { inputSchema: { x: 'x'.repeat(33_000) } })] },
      }),
    /more than 32768 bytes/,
  ],
  [
    'names a tool with control characters',
    () => server({ 'server/discover': {}, 'tools/list': { tools: [tool('a\u0000b')] } }),
    /without a name that can be used/,
  ],
  [
    'never ends its pages',
    () => server({ 'server/discover': {}, 'tools/list': cursor => ({ tools: [], nextCursor: `${cursor}x` }) }),
    /more than 20 pages/,
  ],
  [
    'has a thousand tools',
    () =>
      server({ 'server/discover': {}, 'tools/list': { tools: Array.from({ length: 1000 }, (_, n) => tool(`t${n}`)) } }),
    /more than 500 tools/,
  ],
  ['sends more than anybody keeps', () => behaviours.reply(200, `"${'x'.repeat(1_200_000)}"`), /too large/],
  ['redirects', () => behaviours.reply(302, '', { location: 'http://127.0.0.1/' }), /redirects elsewhere/],
]
for (const [what, behaviour, fault] of bad) {
  test(`a server that ${what} is not listed, and its publisher is told why`, async () => {
    publisher.behave(behaviour())
    const told = await faultOf(prober.probe(target()))
    assert.match(told, /^probe_failed: The server /)
    assert.match(told, fault)
  })
}

test('addresses that calls may not go to are not asked either, and nothing is told of them', async () => {
  const told = await faultOf(proberOver(guarded).probe(target()))
  assert.equal(told, 'probe_failed: The server is at an address that may not be connected to.')
  assert.match(await faultOf(prober.probe(target({ url: 'http://127.0.0.1:9/' }))), /could not be reached/)
})

test('only so many servers are asked at once', async () => {
  publisher.behave(behaviours.stall())
  const waiting = Array.from({ length: 4 }, () => faultOf(prober.probe(target())))
  assert.match(await faultOf(prober.probe(target())), /^overloaded/)
  await publisher.close()
  await Promise.all(waiting)
  publisher = await startFakePublisher()
})
