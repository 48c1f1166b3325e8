import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as grpc from '@grpc/grpc-js'
import type { auth } from '@mtg/contracts'
import { services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import { createLogger } from '@mtg/observability'
import {
  type BatchHandler,
  batchHandler,
  bytesAtMost,
  createBatchClient,
  implement,
  messageLimits,
  serveGrpc,
  toRefusal,
} from './index.ts'

type Message = auth.AuthenticateStreamRequest__Output
type Stream = BatchHandler<Message, auth.AuthenticateStreamResponse>
type Answer = (item: auth.AuthenticateItem__Output) => Promise<auth.AuthenticateResult>

const LIMITS = { timeoutMs: 10_000 }
const POISON = 'poison'
const log = createLogger({ service: 'rpc-test', level: 'silent' })
const cleanups: (() => unknown)[] = []
after(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

const accept: Answer = async ({ requestId }) => ({ requestId, principal: { buyerId: String(requestId) } })

function answering(handle: Answer, seen: Message[] = []): Stream {
  return batchHandler({
    itemsOf: (message: Message) => {
      seen.push(message)
      return message.items
    },
    handle,
    refuse: ({ requestId }, thrown) => ({ requestId, refusal: toRefusal(thrown) }),
    toMessage: (results: auth.AuthenticateResult[]): auth.AuthenticateStreamResponse => ({ results }),
  })
}

async function serve(stream: Stream): Promise<string> {
  const server = await serveGrpc({
    listen: '127.0.0.1:0',
    callers: 'anyone',
    log,
    domain: 'gateway.auth',
    health: { ready: async () => ({ ready: true, checks: [] }) },
    closeTimeoutMs: 100,
    implementations: [
      implement(services.auth.AuthService, {
        Authenticate: () => ({ principal: { buyerId: 'unary' } }),
        AuthenticateStream: stream,
        ListCallerChanges: () => ({ next: '1' }),
      }),
    ],
  })
  cleanups.push(() => server.close())
  return server.address
}

function openClient(address: string, more: { pendingBytesMax?: number } = {}) {
  const client = createBatchClient({
    service: services.auth.AuthService,
    method: 'AuthenticateStream',
    address,
    toMessage: (items: auth.AuthenticateItem[]) => ({ items }),
    keyOf: item => item.requestId ?? 0,
    resultsOf: message => message.results,
    keyOfResult: (result: auth.AuthenticateResult__Output) => result.requestId,
    ...more,
  })
  cleanups.push(() => client.close())
  let requestId = 0
  return (credential: string) => {
    requestId += 1
    return client.send({ requestId, request: { credential } }, LIMITS)
  }
}

test('however large its items are, no message grows beyond its bound, and each item is answered', async () => {
  const seen: Message[] = []
  const send = openClient(await serve(answering(accept, seen)))
  const results = await Promise.all(Array.from({ length: 250 }, () => send('x'.repeat(14_000))))
  assert.ok(results.every(result => result.principal))
  for (const { items } of seen) assert.ok(bytesAtMost(items.map(item => item.request)) < messageLimits.batchBytesMax)
})

test('an item that is too large is refused alone, before it is sent', async () => {
  const send = openClient(await serve(answering(accept)))
  const [large, ...others] = await Promise.allSettled([send('x'.repeat(5_000_000)), send('a'), send('b')])
  assert.equal((large as PromiseRejectedResult).reason.code, 'invalid_argument')
  assert.deepEqual(
    others.map(outcome => outcome.status),
    ['fulfilled', 'fulfilled'],
  )
})

test('bytes that wait are bounded: what is too much is overloaded at once', async () => {
  const send = openClient(await serve(answering(() => new Promise(() => {}))), { pendingBytesMax: 80_000 })
  const [first, second] = [send('x'.repeat(15_000)), send('x'.repeat(15_000))]
  first.catch(() => {})
  await assert.rejects(second, { code: 'overloaded' })
})

/** Breaks each stream that brings it the poison, as a server does that cannot read a message or dies of it. */
function breaking(streams: { broken: number }): Stream {
  return {
    serve(call) {
      let broken = false
      call.on('data', ({ items }: Message) => {
        if (broken) return
        broken = items.some(item => item.request?.credential === POISON)
        if (broken) {
          streams.broken += 1
          call.emit('error', { code: grpc.status.INTERNAL, details: 'broke' })
        } else {
          call.write({ results: items.map(({ requestId }) => ({ requestId, principal: { buyerId: 'b' } })) })
        }
      })
      call.on('end', () => call.end())
      return { drain: () => {} }
    },
  }
}

test('an item that breaks every stream fails alone, after a bounded number of them, and its neighbours succeed', async () => {
  const streams = { broken: 0 }
  const send = openClient(await serve(breaking(streams)))
  const honest = Array.from({ length: 400 }, (_, index) => send(`honest-${index}`))
  const poisonous = [send(POISON), send(POISON)]
  const more = Array.from({ length: 400 }, (_, index) => send(`later-${index}`))
  for (const outcome of await Promise.allSettled(poisonous)) {
    assert.equal((outcome as PromiseRejectedResult).reason.code, 'internal_error')
  }
  assert.equal((await Promise.all([...honest, ...more])).length, 800)
  assert.ok(streams.broken <= 2 * 8, `${streams.broken} streams broke`)
  assert.ok((await send('after')).principal)
})

test('a handler that throws refuses its own item and no other, wherever it throws', async () => {
  const handle: Answer = item => {
    const credential = item.request?.credential
    if (credential === 'sync') throw new Error('at once')
    if (credential === 'async') return Promise.reject(new Error('later'))
    return accept(item)
  }
  const send = openClient(await serve(answering(handle)))
  const [sync, later, ...others] = await Promise.all(['sync', 'async', 'a', 'b'].map(send))
  assert.equal(sync?.refusal?.code, 'internal_error')
  assert.equal(later?.refusal?.code, 'internal_error')
  assert.ok(others.every(result => result.principal))
})

test('answers are bounded as questions are: many large ones all arrive, and one too large is refused alone', async () => {
  const handle: Answer = async ({ requestId, request }) => ({
    requestId,
    principal: { buyerId: 'x'.repeat(Number(request?.credential)) },
  })
  const send = openClient(await serve(answering(handle)))
  const results = await Promise.all(['5000000', ...Array.from({ length: 300 }, () => '20000')].map(send))
  assert.equal(results[0]?.refusal?.code, 'internal_error')
  assert.ok(results.slice(1).every(result => result.principal?.buyerId.length === 20_000))
})

test('more items than a stream may have under way are refused one by one, and the stream goes on', async () => {
  const address = await serve(
    batchHandler({
      itemsOf: (message: Message) => message.items,
      handle: async item => (item.request === null ? await new Promise(() => {}) : await accept(item)),
      refuse: ({ requestId }, thrown) => ({ requestId, refusal: toRefusal(thrown) }),
      toMessage: (results: auth.AuthenticateResult[]) => ({ results }),
      pendingMax: 10,
    }),
  )
  const results = new Map<number, string>()
  const channel = new grpc.Client(address, grpc.credentials.createInsecure())
  cleanups.push(() => channel.close())
  const { path, requestSerialize, responseDeserialize } = services.auth.AuthService.definition[
    'AuthenticateStream'
  ] as grpc.MethodDefinition<auth.AuthenticateStreamRequest, auth.AuthenticateStreamResponse__Output>
  const stream = channel.makeBidiStreamRequest(path, requestSerialize, responseDeserialize)
  stream.on('error', () => {})
  const items = Array.from({ length: messageLimits.batchItemsMax + 15 }, (_, requestId) => ({ requestId }))
  await new Promise<void>(resolve => {
    stream.on('data', ({ results: got }: auth.AuthenticateStreamResponse__Output) => {
      for (const { requestId, refusal } of got) results.set(requestId, refusal?.code ?? 'ok')
      if (results.size === 5) resolve()
    })
    stream.write({ items })
  })
  assert.deepEqual([...new Set(results.values())], ['overloaded'])
  stream.cancel()
})

test('a message that cannot be read is its sender’s mistake, and no other stream notices', async () => {
  const address = await serve(answering(accept))
  const send = openClient(address)
  assert.ok((await send('before')).principal)
  const channel = new grpc.Client(address, grpc.credentials.createInsecure())
  cleanups.push(() => channel.close())
  const garbage = Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff])
  const same = (bytes: Buffer) => bytes
  const path = '/gateway.auth.v1.AuthService'
  const codes = await Promise.all([
    new Promise<number | undefined>(resolve => {
      channel.makeUnaryRequest(`${path}/Authenticate`, same, same, garbage, failure => resolve(failure?.code))
    }),
    new Promise<number | undefined>(resolve => {
      const stream = channel.makeBidiStreamRequest(`${path}/AuthenticateStream`, same, same)
      stream.on('error', (failure: grpc.ServiceError) => resolve(failure.code))
      stream.on('data', () => {})
      stream.write(garbage)
    }),
  ])
  assert.deepEqual(codes, [grpc.status.INVALID_ARGUMENT, grpc.status.INVALID_ARGUMENT])
  assert.ok((await send('after')).principal)
})

test('a refusal that is itself too large is not sent, and the stream goes on', async () => {
  const stream = batchHandler({
    itemsOf: (message: Message) => message.items,
    handle: (item: auth.AuthenticateItem__Output) =>
      item.request?.credential === 'huge' ? Promise.reject(new Error('no')) : accept(item),
    refuse: ({ requestId }): auth.AuthenticateResult => ({ requestId, refusal: { message: 'x'.repeat(50_000) } }),
    toMessage: (results: auth.AuthenticateResult[]) => ({ results }),
  })
  const send = openClient(await serve(stream))
  send('huge').catch(() => {})
  assert.ok((await send('good')).principal)
})

test('a refusal of the server keeps its code beside neighbours that succeed', async () => {
  const handle: Answer = async item => {
    if (item.request?.credential === 'poor') throw appError('api_key_invalid')
    return await accept(item)
  }
  const send = openClient(await serve(answering(handle)))
  const [poor, rich] = await Promise.all(['poor', 'rich'].map(send))
  assert.equal(poor?.refusal?.code, 'api_key_invalid')
  assert.ok(rich?.principal)
})
