import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import * as grpc from '@grpc/grpc-js'
import type { billing } from '@mtg/contracts'
import { services } from '@mtg/contracts'
import { freePort } from '@mtg/embedded'
import { appError } from '@mtg/errors'
import { createLogger } from '@mtg/observability'
import {
  ANYONE,
  type BatchHandler,
  batchHandler,
  createBatchClient,
  createClient,
  fromRefusal,
  fromTimestamp,
  type GrpcServer,
  type HealthSource,
  implement,
  serveGrpc,
  toRefusal,
  toTimestamp,
} from './index.ts'

const log = createLogger({ service: 'rpc-test', level: 'silent' })
const healthy: HealthSource = { ready: async () => ({ ready: true, checks: [{ name: 'database', healthy: true }] }) }
const cleanups: (() => unknown)[] = []
after(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

type GetWallet = (request: billing.GetWalletRequest__Output) => Promise<billing.GetWalletResponse>

async function serveWallet(
  getWallet: GetWallet,
  options: { callers?: string; listen?: string } = {},
): Promise<GrpcServer> {
  const server = await serveGrpc({
    listen: options.listen ?? '127.0.0.1:0',
    callers: options.callers ?? ANYONE,
    log,
    domain: 'gateway.billing',
    health: healthy,
    closeTimeoutMs: 100,
    implementations: [
      implement(services.billing.WalletService, {
        GetWallet: getWallet,
        ListJournalEntries: () => ({ entries: [] }),
        ListWalletMarks: () => ({ marks: [] }),
      }),
    ],
  })
  cleanups.push(() => server.close())
  return server
}

function walletClient(address: string) {
  const client = createClient(services.billing.WalletService, { address })
  cleanups.push(() => client.close())
  return client
}

test('64-bit amounts survive the wire beyond what a JavaScript number can hold', async () => {
  const server = await serveWallet(async request => ({ currency: request.buyerId, balanceMicros: '9007199254740993' }))
  const wallet = await walletClient(server.address).GetWallet({ buyerId: 'b1' }, { timeoutMs: 2000 })
  assert.equal(wallet.currency, 'b1')
  assert.equal(wallet.balanceMicros, '9007199254740993')
  assert.equal(wallet.heldMicros, '0', 'absent fields have their defaults')
})

test('an error of the catalogue crosses with its code, public message and detail', async () => {
  const server = await serveWallet(async () => {
    throw appError('rate_limit_exceeded', { message: 'Try again in 3 s.', detail: { windowMicros: 5n } })
  })
  await assert.rejects(walletClient(server.address).GetWallet({}, { timeoutMs: 2000 }), {
    code: 'rate_limit_exceeded',
    message: 'Try again in 3 s.',
    status: 429,
    detail: { windowMicros: '5', callee: 'gateway.billing.v1.WalletService/GetWallet', domain: 'gateway.billing' },
  })
})

test('a foreign failure crosses as internal_error, without its text', async () => {
  const server = await serveWallet(async () => {
    throw new Error('secret table name')
  })
  const failure = await walletClient(server.address)
    .GetWallet({}, { timeoutMs: 2000 })
    .catch((error: unknown) => error)
  assert.equal((failure as { code: string }).code, 'internal_error')
  assert.ok(!JSON.stringify(failure).includes('secret table name'))
})

test('a call ends at its deadline even when the server never answers', async () => {
  const server = await serveWallet(() => new Promise(() => {}))
  await assert.rejects(walletClient(server.address).GetWallet({}, { timeoutMs: 50 }), { code: 'internal_error' })
})

test('a call ends when its caller aborts', async () => {
  const abort = new AbortController()
  const server = await serveWallet(async () => {
    abort.abort()
    return await new Promise(() => {})
  })
  const call = walletClient(server.address).GetWallet({}, { timeoutMs: 10_000, signal: abort.signal })
  await assert.rejects(call, { code: 'internal_error' })
})

test('a call that no server took goes to the next address', async () => {
  const gone = await serveWallet(async () => ({ currency: 'gone' }))
  const alive = await serveWallet(async () => ({ currency: 'alive' }))
  await gone.close()
  const client = walletClient(`${gone.address},${alive.address}`)
  for (let call = 0; call < 4; call += 1) {
    assert.equal((await client.GetWallet({}, { timeoutMs: 5000 })).currency, 'alive')
  }
})

/** Ends each call as gRPC does by itself when a connection ends under it: with a status that has no details. */
async function serveCutOff(code: grpc.status): Promise<string> {
  const server = new grpc.Server()
  const cutOff: grpc.handleUnaryCall<unknown, unknown> = (_call, callback) => callback({ code })
  const { definition } = services.billing.WalletService
  server.addService(definition, Object.fromEntries(Object.keys(definition).map(name => [name, cutOff])))
  const bind = promisify(server.bindAsync.bind(server))
  cleanups.push(() => server.forceShutdown())
  return `127.0.0.1:${await bind('127.0.0.1:0', grpc.ServerCredentials.createInsecure())}`
}

for (const code of [grpc.status.UNAVAILABLE, grpc.status.INTERNAL, grpc.status.CANCELLED]) {
  test(`a call whose connection ended under it (${grpc.status[code]}) goes to the next address`, async () => {
    const alive = await serveWallet(async () => ({ currency: 'alive' }))
    const client = walletClient(`${await serveCutOff(code)},${alive.address}`)
    for (let call = 0; call < 4; call += 1) {
      assert.equal((await client.GetWallet({}, { timeoutMs: 5000 })).currency, 'alive')
    }
  })
}

test('timestamps keep their milliseconds', () => {
  const date = new Date('2026-11-01T12:00:00.123Z')
  const { seconds, nanos } = toTimestamp(date)
  assert.equal(fromTimestamp({ seconds, nanos })?.toISOString(), date.toISOString())
  assert.equal(fromTimestamp(null), undefined)
})

// Batched streams

type Reserve = (request: billing.ReserveRequest__Output) => Promise<billing.ReserveResult>

interface ReserveServer extends GrpcServer {
  readonly messageSizes: number[]
}

async function serveReserve(reserve: Reserve, listen?: string): Promise<ReserveServer> {
  const messageSizes: number[] = []
  const stream = batchHandler({
    itemsOf: (message: billing.ReserveStreamRequest__Output) => {
      messageSizes.push(message.items.length)
      return message.items
    },
    handle: reserve,
    refuse: ({ callId }, thrown) => ({ callId, refusal: toRefusal(thrown) }),
    toMessage: (results: billing.ReserveResult[]): billing.ReserveStreamResponse => ({ results }),
  })
  const unused = () => {
    throw appError('internal_error')
  }
  const settle = unused as unknown as BatchHandler<billing.SettleStreamRequest__Output, billing.SettleStreamResponse>
  const next = unused as unknown as BatchHandler<
    billing.ReserveNextStreamRequest__Output,
    billing.ReserveNextStreamResponse
  >
  const server = await serveGrpc({
    listen: listen ?? `127.0.0.1:${await freePort()}`,
    callers: ANYONE,
    log,
    domain: 'gateway.billing',
    health: healthy,
    closeTimeoutMs: 100,
    implementations: [
      implement(services.billing.ReservationService, {
        Reserve: unused,
        Quote: unused,
        Capture: unused,
        Release: unused,
        GetReservation: unused,
        RefundCall: unused,
        ListOpenReservations: unused,
        ReserveAhead: unused,
        ReleaseAhead: unused,
        ReserveStream: stream,
        SettleStream: settle,
        ReserveNextStream: next,
      }),
    ],
  })
  cleanups.push(() => server.close())
  return { ...server, messageSizes }
}

function reserveClient(address: string, pendingMax?: number) {
  const client = createBatchClient({
    service: services.billing.ReservationService,
    method: 'ReserveStream',
    address,
    toMessage: (items: billing.ReserveRequest[]) => ({ items }),
    keyOf: (item: billing.ReserveRequest) => item.callId ?? '',
    resultsOf: (message: billing.ReserveStreamResponse__Output) => message.results,
    keyOfResult: (result: billing.ReserveResult__Output) => result.callId,
    ...(pendingMax === undefined ? {} : { pendingMax }),
  })
  cleanups.push(() => client.close())
  return client
}

const admitted: Reserve = async request => ({
  callId: request.callId,
  reservation: { callId: request.callId, open: true },
})

test('calls of one event-loop turn travel in one message and each gets its own answer', async () => {
  const server = await serveReserve(admitted)
  const client = reserveClient(server.address)
  await client.send({ callId: 'warm-up' }, { timeoutMs: 5000 })
  const ids = Array.from({ length: 300 }, (_, index) => `call-${index}`)
  const results = await Promise.all(ids.map(callId => client.send({ callId }, { timeoutMs: 5000 })))
  assert.deepEqual(
    results.map(result => result.reservation?.callId),
    ids,
  )
  assert.ok(server.messageSizes.length <= 4, `300 calls took ${server.messageSizes.length} messages`)
})

test('one refused item ends neither the stream nor its neighbours, and keeps its code', async () => {
  const server = await serveReserve(async request =>
    request.callId === 'poor'
      ? { callId: request.callId, refusal: toRefusal(appError('insufficient_balance'), 1500) }
      : await admitted(request),
  )
  const client = reserveClient(server.address)
  const [poor, rich] = await Promise.all(['poor', 'rich'].map(callId => client.send({ callId }, { timeoutMs: 5000 })))
  assert.ok(poor?.refusal && rich?.reservation)
  assert.equal(fromRefusal(poor.refusal).code, 'insufficient_balance')
  assert.equal(poor.refusal.retryAfterMs, '1500')
})

test('a slow item holds up no other, and ends at its own deadline', async () => {
  const server = await serveReserve(request => (request.callId === 'stuck' ? new Promise(() => {}) : admitted(request)))
  const client = reserveClient(server.address)
  const stuck = client.send({ callId: 'stuck' }, { timeoutMs: 200 })
  const quick = await client.send({ callId: 'quick' }, { timeoutMs: 5000 })
  assert.ok(quick.reservation)
  await assert.rejects(stuck, { code: 'internal_error' })
})

test('what a broken stream had not answered is asked again on the next one', async () => {
  let asked = () => {}
  const wasAsked = new Promise<void>(resolve => {
    asked = resolve
  })
  const first = await serveReserve(() => {
    asked()
    return new Promise(() => {})
  })
  const client = reserveClient(first.address)
  const answer = client.send({ callId: 'survivor' }, { timeoutMs: 20_000 })
  await wasAsked
  await first.close()
  await serveReserve(admitted, first.address)
  assert.equal((await answer).reservation?.callId, 'survivor')
})

test('a closing server answers what it took and hands the rest over', async () => {
  let answer = (_result: billing.ReserveResult) => {}
  let asked = () => {}
  const wasAsked = new Promise<void>(resolve => {
    asked = resolve
  })
  const first = await serveReserve(() => {
    asked()
    return new Promise(resolve => {
      answer = resolve
    })
  })
  const client = reserveClient(first.address)
  const taken = client.send({ callId: 'taken' }, { timeoutMs: 20_000 })
  await wasAsked
  const closed = first.close()
  answer({ callId: 'taken', reservation: { callId: 'taken', tier: 'TIER_PAID' } })
  assert.equal((await taken).reservation?.tier, 'TIER_PAID')
  await closed
  await serveReserve(admitted, first.address)
  assert.ok((await client.send({ callId: 'next' }, { timeoutMs: 20_000 })).reservation)
})

test('a client refuses with overloaded instead of queueing without bound', async () => {
  const server = await serveReserve(() => new Promise(() => {}))
  const client = reserveClient(server.address, 2)
  const waiting = ['a', 'b'].map(callId => client.send({ callId }, { timeoutMs: 300 }).catch(() => undefined))
  await assert.rejects(client.send({ callId: 'c' }, { timeoutMs: 300 }), { code: 'overloaded' })
  await Promise.all(waiting)
})

test('nobody listening: a call fails at its deadline, not later', async () => {
  const client = reserveClient('127.0.0.1:1')
  const outcome = await Promise.race([
    client.send({ callId: 'lost' }, { timeoutMs: 100 }).catch((error: { code: string }) => error.code),
    delay(5000, 'hung', { ref: false }),
  ])
  assert.equal(outcome, 'internal_error')
})
