import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type billing, services } from '@mtg/contracts'
import { createBatchClient } from '@mtg/rpc'
import { fuzz } from '@mtg/testing/fuzz'
import { hostileInteger, hostileText } from '@mtg/testing/hostile-values'
import * as fc from 'fast-check'
import { callTo, codeOf, type Harness, LIMITS, publishers, startHarness } from './harness.ts'
import { POISON, refusePoison } from './poison.ts'

const PRICE = 2000n
const HONEST = 30
/** What nobody may be answered with because of what somebody sent. */
const OUR_FAULT = new Set(['internal_error', 'database_error', 'redis_error', 'overloaded'])

let system: Harness
let attackers: ReturnType<typeof openStreams>[]

before(async () => {
  system = await startHarness()
  await system.catalog.ApplyCatalog({ publishers }, LIMITS)
  await refusePoison(system.sql)
  // The same id may be under way on several streams, and no client looks at what it sends.
  attackers = [openStreams(), openStreams(), openStreams()]
})
after(async () => {
  for (const streams of attackers ?? []) streams.close()
  await system?.stop()
})

function openStreams() {
  const service = services.billing.ReservationService
  let lastKey = 0
  const keyOf = () => {
    lastKey += 1
    return lastKey
  }
  const reserves = createBatchClient({
    service,
    method: 'ReserveStream',
    address: system.address,
    toMessage: (items: billing.ReserveRequest[]) => ({ items }),
    keyOf: item => item.callId ?? keyOf(),
    resultsOf: message => message.results,
    keyOfResult: result => result.callId,
  })
  const settles = createBatchClient({
    service,
    method: 'SettleStream',
    address: system.address,
    toMessage: (items: billing.SettleItem[]) => ({ items }),
    keyOf: item => item.capture?.callId ?? item.release?.callId ?? '',
    resultsOf: message => message.results,
    keyOfResult: result => result.callId,
  })
  return {
    reserve: async (item: billing.ReserveRequest) => (await reserves.send(item, LIMITS)).refusal?.code ?? 'admitted',
    settle: async (item: billing.SettleItem) => (await settles.send(item, LIMITS)).refusal?.code ?? 'done',
    close() {
      reserves.close()
      settles.close()
    },
  }
}

/** Honest calls from beginning to end; each must be charged. */
async function honestCalls(buyerId: string, count: number): Promise<void> {
  const charged = await Promise.all(
    Array.from({ length: count }, async () => system.capture((await system.reserve({ buyerId })).callId)),
  )
  assert.deepEqual(
    charged,
    charged.map(() => PRICE),
  )
}

// A client tells answers apart by them, so they come back as they were.
const ids = fc.oneof(
  fc.uuid(),
  fc.constantFrom(...Array.from({ length: 3 }, () => randomUUID())),
  hostileText.map(text => text.toWellFormed()),
)

/** A call of which any field may be anything. */
const hostileCall = (buyerId: string): fc.Arbitrary<billing.ReserveRequest> =>
  fc.record({
    callId: ids,
    buyerId: fc.oneof({ weight: 3, arbitrary: fc.constant(buyerId) }, { weight: 1, arbitrary: ids }),
    adapter: fc.oneof({ weight: 3, arbitrary: fc.constant('mcp') }, { weight: 1, arbitrary: hostileText }),
    publisherUsername: fc.oneof({ weight: 3, arbitrary: fc.constant('acme') }, { weight: 1, arbitrary: hostileText }),
    appName: fc.oneof({ weight: 3, arbitrary: fc.constant('search') }, { weight: 1, arbitrary: hostileText }),
    billable: fc.boolean(),
    toolName: fc.oneof(hostileText, fc.constant(POISON)),
    traceparent: hostileText,
  })

const hostileSettlement: fc.Arbitrary<billing.SettleItem> = fc.oneof(
  fc.record({
    capture: fc.record({ callId: ids, totalTokens: hostileInteger.map(String) }),
    traceparent: hostileText,
  }),
  fc.record({
    release: fc.record({
      callId: ids,
      reason: fc.constantFrom(0, 1, 2, 3, 77).map(value => value as unknown as billing.ReleaseReason),
      outcome: hostileText,
    }),
    traceparent: hostileText,
  }),
)

test('whatever calls share their batches, every honest one is held and charged, and each hostile one is refused alone', async context => {
  const honest = await system.buyer(PRICE * 10_000n)
  const penniless = await system.buyer(0n)
  const hostile = fc.array(hostileCall(penniless), { minLength: 20, maxLength: 80 })
  let honestCount = 0
  await fuzz(
    context,
    12,
    fc.asyncProperty(hostile, async calls => {
      const attacks = calls.map(async (call, index) => {
        const code = await codeOfAttack(() => attackers[index % 3]?.reserve(call))
        // Only what stands for a check that is missing fails as ours, and alone.
        if (call.toolName !== POISON) assert.ok(!OUR_FAULT.has(code), code)
      })
      honestCount += HONEST
      await Promise.all([...attacks, honestCalls(honest, HONEST)])
    }),
  )
  assert.deepEqual(await system.wallet(honest), { balance: PRICE * BigInt(10_000 - honestCount), held: 0n })
  assert.deepEqual(await system.wallet(penniless), { balance: 0n, held: 0n })
  assert.deepEqual(await system.breaches(), [])
})

test('whatever settlements share their batches, every honest call is charged its price, once', async context => {
  const honest = await system.buyer(PRICE * 10_000n)
  let honestCount = 0
  await fuzz(
    context,
    12,
    fc.asyncProperty(fc.array(hostileSettlement, { minLength: 20, maxLength: 80 }), async settlements => {
      const attacks = settlements.map(async (settlement, index) => {
        const code = await codeOfAttack(() => attackers[index % 3]?.settle(settlement))
        assert.ok(!OUR_FAULT.has(code), code)
      })
      honestCount += HONEST
      await Promise.all([...attacks, honestCalls(honest, HONEST)])
    }),
  )
  assert.deepEqual(await system.wallet(honest), { balance: PRICE * BigInt(10_000 - honestCount), held: 0n })
  assert.deepEqual(await system.breaches(), [])
})

/** The same id twice on one stream is for its client to refuse. */
async function codeOfAttack(attack: () => Promise<string> | undefined): Promise<string> {
  try {
    return (await attack()) ?? 'none'
  } catch (thrown) {
    const { code, detail } = thrown as { code: string; detail: { reason?: string } }
    return detail.reason === 'key is already in flight' ? 'repeated' : code
  }
}

test('a call that only the database refuses fails alone, captures of other buyers in its batch included', async () => {
  const [honest, other] = [await system.buyer(PRICE * 500n), await system.buyer(PRICE * 500n)]
  const open = await Promise.all(Array.from({ length: 100 }, () => system.reserve({ buyerId: honest })))
  const poisonous = Array.from({ length: 4 }, () => codeOf(system.reserve({ buyerId: other, toolName: POISON })))
  const captures = open.map(({ callId }) => system.capture(callId))
  const holds = Array.from({ length: 100 }, () => codeOf(system.reserve({ buyerId: other })))
  assert.deepEqual([...new Set(await Promise.all(poisonous))], ['internal_error'])
  assert.deepEqual([...new Set(await Promise.all(captures))], [PRICE])
  assert.deepEqual([...new Set(await Promise.all(holds))], ['admitted'])
  assert.deepEqual(await system.wallet(honest), { balance: PRICE * 400n, held: 0n })
  assert.deepEqual(await system.wallet(other), { balance: PRICE * 500n, held: PRICE * 100n })
  assert.deepEqual(await system.breaches(), [])
})

test('batches that are worked off in parts by two processes spend a wallet to its last cent, and no further', async () => {
  const affordable = 150
  const buyerId = await system.buyer(PRICE * BigInt(affordable))
  const twin = openTwin(await system.startTwin())
  const calls = Array.from({ length: 600 }, (_, index) => ({
    ...callTo('acme/search'),
    buyerId,
    toolName: index % 50 === 7 ? POISON : 'lookup',
  }))
  const outcomes = await Promise.all(
    // Each call at both processes, as after a break: it is held once.
    calls.map(call => Promise.all([codeOf(system.reserve(call)), codeOf(twin.reserve(call))])),
  )
  twin.close()
  const codes = calls.map(({ toolName }, index) => ({ isPoison: toolName === POISON, code: outcomes[index]?.[1] }))
  assert.equal(codes.filter(({ code }) => code === 'admitted').length, affordable)
  // With an empty wallet the poison is not even tried to be held.
  for (const { isPoison, code } of codes) {
    assert.ok(
      code === 'insufficient_balance' || code === (isPoison ? 'internal_error' : 'admitted'),
      `${isPoison} ${code}`,
    )
  }
  assert.deepEqual(await system.wallet(buyerId), { balance: PRICE * 150n, held: PRICE * 150n })
  assert.deepEqual(await system.breaches(), [])
})

function openTwin(address: string) {
  const client = createBatchClient({
    service: services.billing.ReservationService,
    method: 'ReserveStream',
    address,
    toMessage: (items: billing.ReserveRequest[]) => ({ items }),
    keyOf: item => item.callId ?? '',
    resultsOf: message => message.results,
    keyOfResult: result => result.callId,
  })
  return {
    async reserve(item: billing.ReserveRequest): Promise<void> {
      const { refusal } = await client.send(item, LIMITS)
      if (refusal) throw Object.assign(new Error(refusal.code), { code: refusal.code })
    },
    close: () => client.close(),
  }
}
