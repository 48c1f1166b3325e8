import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { auth } from '@mtg/contracts'
import { services } from '@mtg/contracts'
import { freePort } from '@mtg/embedded'
import { createLogger } from '@mtg/observability'
import { addressesNow, followAddresses } from './addresses.ts'
import {
  ANYONE,
  batchHandler,
  createBatchClient,
  createClient,
  createHealthClient,
  type GrpcServer,
  implement,
  serveGrpc,
  toRefusal,
} from './index.ts'
import { openLine } from './line.fixture.ts'

const LIMITS = { timeoutMs: 6000, asksElsewhere: true }
const log = createLogger({ service: 'rpc-test', level: 'silent' })
const cleanups: (() => unknown)[] = []
after(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

/** A replica that answers every caller with its own name. */
async function serveReplica(name: string, listen?: string): Promise<GrpcServer> {
  const server = await serveGrpc({
    listen: listen ?? `127.0.0.1:${await freePort()}`,
    callers: ANYONE,
    log,
    domain: 'gateway.auth',
    health: { ready: async () => ({ ready: true, checks: [] }) },
    closeTimeoutMs: 100,
    implementations: [
      implement(services.auth.AuthService, {
        Authenticate: () => ({ principal: { buyerId: name } }),
        ListCallerChanges: () => ({ next: '1' }),
        AuthenticateStream: batchHandler({
          itemsOf: (message: auth.AuthenticateStreamRequest__Output) => message.items,
          handle: async ({ requestId }): Promise<auth.AuthenticateResult> => ({
            requestId,
            principal: { buyerId: name },
          }),
          refuse: ({ requestId }, thrown) => ({ requestId, refusal: toRefusal(thrown) }),
          toMessage: (results: auth.AuthenticateResult[]): auth.AuthenticateStreamResponse => ({ results }),
        }),
      }),
    ],
  })
  cleanups.push(() => server.close())
  return server
}

/** Both kinds of client: each answers with the name of the replica that took the call. */
function openClients(address: string) {
  const unary = createClient(services.auth.AuthService, { address })
  const batched = createBatchClient({
    service: services.auth.AuthService,
    method: 'AuthenticateStream',
    address,
    toMessage: (items: auth.AuthenticateItem[]) => ({ items }),
    keyOf: item => item.requestId ?? 0,
    resultsOf: message => message.results,
    keyOfResult: (result: auth.AuthenticateResult__Output) => result.requestId,
  })
  cleanups.push(() => unary.close())
  cleanups.push(() => batched.close())
  let requestId = 0
  return {
    unary: async () => (await unary.Authenticate({}, LIMITS)).principal?.buyerId,
    batched: async () => {
      requestId += 1
      return (await batched.send({ requestId, request: {} }, LIMITS)).principal?.buyerId
    },
  }
}

type Call = ReturnType<typeof openClients>['unary']

/** Calls one after the other until each of the names has answered. */
async function untilAnsweredBy(call: Call, names: readonly string[]): Promise<void> {
  const missing = new Set<string | undefined>(names)
  const giveUpAt = performance.now() + 10_000
  while (missing.size > 0) {
    missing.delete(await call())
    assert.ok(performance.now() < giveUpAt, `${[...missing].join()} took no call`)
  }
}

async function answersOf(call: Call, count: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (let index = 0; index < count; index += 1) {
    const name = String(await call())
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

for (const kind of ['unary', 'batched'] as const) {
  test(`${kind} calls are shared evenly among all addresses of a list`, async () => {
    const names = ['a', 'b', 'c']
    const replicas = await Promise.all(names.map(name => serveReplica(name)))
    const call = openClients(replicas.map(replica => replica.address).join(','))[kind]
    await untilAnsweredBy(call, names)
    assert.deepEqual(await answersOf(call, 30), { a: 10, b: 10, c: 10 })
  })

  test(`${kind} calls leave a replica that dies at once, and no call fails`, async () => {
    const [dying, living] = [await serveReplica('dying'), await serveReplica('living')]
    const line = await openLine(dying.address)
    const call = openClients(`${line.address},${living.address}`)[kind]
    await untilAnsweredBy(call, ['dying', 'living'])
    const underWay = Array.from({ length: 50 }, () => call())
    await line.cut()
    await Promise.all(underWay)
    assert.deepEqual(await answersOf(call, 20), { living: 20 })
  })

  test(`${kind} calls take a name for all its addresses`, async () => {
    const replica = await serveReplica('named')
    const port = replica.address.split(':')[1]
    assert.equal(await openClients(`dns:///localhost:${port}`)[kind](), 'named')
  })
}

test('a replica that falls silent is left within a third of the time that calls have, and no call fails', async () => {
  const [silent, living] = [await serveReplica('silent'), await serveReplica('living')]
  const line = await openLine(silent.address)
  cleanups.push(() => line.cut())
  const calls = Object.values(openClients(`${line.address},${living.address}`))
  for (const call of calls) await untilAnsweredBy(call, ['silent', 'living'])
  line.freeze()
  const startedAt = performance.now()
  const answers = await Promise.all(calls.map(call => answersOf(call, 40)))
  assert.deepEqual(answers, [{ living: 40 }, { living: 40 }])
  const ms = performance.now() - startedAt
  const waitsMax = 5
  const silenceMs = LIMITS.timeoutMs / 3
  assert.ok(ms > silenceMs && ms < silenceMs * waitsMax, `took ${ms} ms: it is not asked again and again`)
})

test('a service is serving while any of its replicas is', async () => {
  const [going, staying] = [await serveReplica('going'), await serveReplica('staying')]
  const health = createHealthClient({ address: `${going.address},${staying.address}` })
  cleanups.push(() => health.close())
  const answers = () => Promise.all(Array.from({ length: 4 }, () => health.isServing('', 2000)))
  for (let round = 0; round < 5; round += 1) assert.ok(!(await answers()).includes(false))
  await going.close()
  assert.ok(!(await answers()).includes(false))
  await staying.close()
  assert.ok(!(await answers()).includes(true))
})

test('what work has met is asked about at once: callers see it before the next look is due', async () => {
  let healthy = true
  let doubt = () => {}
  const server = await serveGrpc({
    listen: '127.0.0.1:0',
    callers: ANYONE,
    log,
    domain: 'gateway.auth',
    health: {
      ready: async () => ({ ready: true, checks: [{ name: 'database', healthy }] }),
      onDoubt(listener) {
        doubt = listener
      },
    },
    closeTimeoutMs: 100,
    implementations: [],
  })
  const health = createHealthClient({ address: server.address })
  cleanups.push(
    () => server.close(),
    () => health.close(),
  )
  assert.equal(await health.isServing('database', 6000), true)
  for (const expected of [false, true, false, true]) {
    healthy = expected
    doubt()
    assert.equal(await health.isServing('database', 6000), expected)
  }
})

test('a replica that comes back gets its share again', async () => {
  const [first, second] = [await serveReplica('first'), await serveReplica('second')]
  const { unary, batched } = openClients(`${first.address},${second.address}`)
  await second.close()
  assert.deepEqual([await answersOf(unary, 5), await answersOf(batched, 5)], [{ first: 5 }, { first: 5 }])
  await serveReplica('second again', second.address)
  for (const call of [unary, batched]) await untilAnsweredBy(call, ['first', 'second again'])
})

test('addresses of a name appear before old ones go, and stay while it cannot be resolved', async () => {
  const answers = [['10.0.0.1', '10.0.0.2'], new Error('no name server'), [], ['10.0.0.2', '::1'], ['10.0.0.2', '::1']]
  const seen: string[] = []
  const finished = new Promise<void>(resolve => {
    const resolveName = async (host: string) => {
      assert.equal(host, 'billing')
      const answer = answers.shift()
      if (answers.length === 0) resolve()
      if (answer instanceof Error) throw answer
      return answer ?? []
    }
    const listener = {
      appeared: (address: string) => void seen.push(`+${address}`),
      gone: (address: string) => void seen.push(`-${address}`),
    }
    const following = followAddresses('dns:///billing:50051, 192.0.2.7:1', listener, resolveName, 5)
    cleanups.push(() => following.close())
  })
  // The interval does not keep a process alive; this test does.
  const alive = setInterval(() => {}, 1000)
  await finished
  clearInterval(alive)
  assert.deepEqual(seen, ['+192.0.2.7:1', '+10.0.0.1:50051', '+10.0.0.2:50051', '+[::1]:50051', '-10.0.0.1:50051'])
})

test('every address of a list as it is now: names resolved, others as they are, a name that is not known told', async () => {
  const resolveName = async (host: string) => {
    if (host !== 'edges') throw new Error(`no ${host}`)
    return ['10.0.0.1', '::1']
  }
  const found = await addressesNow('dns:///edges:9090, 192.0.2.7:1', resolveName)
  assert.deepEqual(found, ['10.0.0.1:9090', '[::1]:9090', '192.0.2.7:1'])
  await assert.rejects(addressesNow('dns:///nobody:9090', resolveName), /no nobody/)
})
