import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { eventually } from '@mtg/testing'
import { Redis } from 'ioredis'
import { connect } from 'nats'
import { assertBooks } from './books.ts'
import { toolCall, usageQuery } from './calls.ts'
import { type Layout, startLayout } from './layout.ts'
import { callAtOnce, countsOf, withinOneMinute } from './limits.ts'
import { type Observed, runLoad } from './load.ts'
import { apps, DEAR_MICROS, makeBuyers, PER_MINUTE, PER_MONTH } from './market.ts'
import { rollAll, rollNats, rollRedis } from './restart.ts'

const PAID_FOR = 100
const WORKERS = 8
/** A dozen restarts one after the other, each beside all that runs: a minute on a quiet machine, two and more on a busy one. */
const PATIENT = { timeout: 900_000 }

const callers = makeBuyers('caller', 40)
const listeners = makeBuyers('listener', 4)
const spenders = makeBuyers('spender', 2)
const hurried = makeBuyers('hurried', 3)
const monthly = makeBuyers('monthly', 1)
const groups = [
  { buyers: callers, app: apps.open, wallet: '1000.00' },
  { buyers: listeners, app: apps.stream, wallet: '1000.00' },
  { buyers: spenders, app: apps.dear, wallet: ((Number(DEAR_MICROS) * PAID_FOR) / 1e6).toFixed(2) },
  { buyers: hurried, app: apps.minute, wallet: '0.00' },
  { buyers: monthly, app: apps.monthly, wallet: '0.00' },
]
/** Of everybody who ever gets a paid result. */
const payers = [...callers, ...listeners, ...spenders]
const delivered = new Set<string>()

let layout: Layout

before(async () => {
  layout = await startLayout({ groups, redisReplicas: 1 })
})
after(() => layout?.stop())

/** Runs paid load while something happens; whatever that is, no call may fail. */
async function loadDuring(something: () => Promise<void>): Promise<Observed> {
  const load = new AbortController()
  const { balancer } = layout
  const loading = runLoad({ balancer, callers, listeners, workers: WORKERS, signal: load.signal })
  try {
    await something()
  } finally {
    load.abort()
    // Paid for all the same when something fails: the books of the tests to come must know.
    for (const callId of (await loading).delivered) delivered.add(callId)
  }
  return loading
}

test(`money for ${PAID_FOR} calls pays for exactly so many, over two of every service`, async () => {
  for (const spender of spenders) {
    const received = layout.publisher.requests.length
    const answers = await Promise.all(
      Array.from({ length: PAID_FOR * 3 }, () => layout.balancer.send(toolCall(apps.dear, spender.key))),
    )
    const paid = answers.filter(answer => answer.status === 200)
    assert.deepEqual([paid.length, answers.filter(answer => answer.status === 402).length], [PAID_FOR, PAID_FOR * 2])
    assert.equal(layout.publisher.requests.length - received, PAID_FOR, 'a refused call reached the publisher')
    for (const { callId } of paid) delivered.add(callId ?? '')
    const wallet = await layout.gateway.wallet(spender.email)
    assert.deepEqual([wallet.balance, wallet.held], ['0.00', '0.00'])
  }
})

test(`a limit of ${PER_MINUTE} calls a minute lets exactly so many through`, () =>
  withinOneMinute(hurried, async buyer => {
    const codes = await callAtOnce(layout, apps.minute, buyer, PER_MINUTE * 4)
    assert.deepEqual(countsOf(codes), { delivered: PER_MINUTE, rate_limit_exceeded: PER_MINUTE * 3 })
  }))

test(`a quota of ${PER_MONTH} calls lets exactly so many through`, async () => {
  const [buyer] = monthly
  assert.ok(buyer)
  const codes = await callAtOnce(layout, apps.monthly, buyer, PER_MONTH * 3)
  assert.deepEqual(countsOf(codes), { delivered: PER_MONTH, meter_limit_exceeded: PER_MONTH * 2 })
})

test('load is served by every part of the layout, and leaves the books exact', async () => {
  const enough = layout.publisher.requests.length + 400
  const observed = await loadDuring(() =>
    eventually(() => assert.ok(layout.publisher.requests.length > enough), 60_000),
  )
  assert.deepEqual([...observed.failures], [])
  await assertBooks(layout, payers, delivered)
  for (const member of layout.servers.redis.members) {
    const client = new Redis(member.port)
    assert.ok((await client.keys('billing:rl:*')).length > 0, `${member.name} keeps no window`)
    await client.quit()
  }
  const bus = await connect({ servers: layout.servers.nats.url.split(',') })
  const streams = (await bus.jetstreamManager()).streams
  // A server that has just been made the leader of the others does not know their streams for a moment.
  const { config, cluster } = await eventually(() => streams.info('USAGE_RECORDS'))
  assert.deepEqual([config.num_replicas, cluster?.replicas?.length], [3, 2])
  await bus.close()
  for (const name of ['metering', 'metering-2']) {
    assert.match(readFileSync(layout.gateway.logFile(name), 'utf8'), /reading from the replica/)
  }
})

test('every replica of every service is restarted under load, and no call fails', PATIENT, async context => {
  const observed = await loadDuring(() => rollAll(layout, name => context.diagnostic(`${name} is back`)))
  context.diagnostic(
    `${observed.answers} answers, ${observed.delivered.size} paid, ${layout.balancer.farewells()} farewells`,
  )
  assert.deepEqual([...observed.failures], [])
  assert.ok(layout.balancer.farewells() > 0, 'no edge asked for the end of a connection')
  await assertBooks(layout, payers, delivered)
})

test(
  'Redis, NATS and the database replica are restarted server by server under load, and no call fails',
  PATIENT,
  async context => {
    const { postgresReplica } = layout.servers
    const observed = await loadDuring(async () => {
      await rollRedis(layout)
      await rollNats(layout, line => context.diagnostic(line))
      await postgresReplica.stop()
      await postgresReplica.start()
    })
    assert.deepEqual([...observed.failures], [])
    await assertBooks(layout, payers, delivered)
  },
)

test(
  'a Redis master that is killed is refused for until its replica takes over, and costs nobody anything',
  PATIENT,
  async context => {
    const { redis } = layout.servers
    const masters = await Promise.all(
      redis.members.map(async member => ((await redis.isMaster(member)) ? [member] : [])),
    )
    const [victim] = masters.flat()
    assert.ok(victim)
    const observed = await loadDuring(async () => {
      await victim.kill()
      await redis.settledWithout(victim)
      // Everybody is served again, by those who are left.
      await eventually(async () => {
        const answers = await Promise.all(callers.map(({ key }) => layout.balancer.send(toolCall(apps.open, key))))
        for (const { status, callId } of answers) if (status === 200) delivered.add(callId ?? '')
        assert.ok(answers.every(answer => answer.status === 200))
      })
      await victim.start()
      await redis.settled()
    })
    const kinds = [...observed.failures.keys()]
    context.diagnostic(`${observed.answers} answers, failures: ${JSON.stringify([...observed.failures])}`)
    assert.ok(
      kinds.every(kind => kind.includes('redis_error')),
      kinds.join('\n'),
    )
    await assertBooks(layout, payers, delivered)
  },
)

test('usage can be asked for through any edge', async () => {
  const [caller] = callers
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => layout.balancer.send(usageQuery(caller?.key ?? ''))),
  )
  assert.deepEqual(
    answers.map(answer => answer.status),
    [200, 200, 200, 200],
  )
})
