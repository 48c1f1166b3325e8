import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { appError } from '@mtg/errors'
import { createLogger, createMetrics } from '@mtg/observability'
import { createFakeClock } from '@mtg/primitives'
import { createOps } from './index.ts'

function makeOps(options: { requestTimeoutMs?: number } = {}) {
  const clock = createFakeClock()
  const log = createLogger({ service: 'test', level: 'silent' })
  return { clock, ops: createOps({ log, clock, metrics: createMetrics('test'), ...options }) }
}

test('a service is ready between its start and its drain, once what is critical was there; what goes away later is told, not cascaded', async () => {
  const { ops, clock } = makeOps()
  let database = false
  let cache = true
  const probe = (up: () => boolean) => async () => {
    if (!up()) throw new Error('away')
  }
  ops.addCheck(
    'database',
    probe(() => database),
    { critical: true },
  )
  ops.addCheck(
    'nats',
    probe(() => cache),
    { critical: false },
  )
  const readyNow = async () => {
    clock.advance(2000)
    return (await ops.ready()).ready
  }
  assert.equal(await readyNow(), false)
  ops.setStarted()
  assert.equal(
    await readyNow(),
    false,
    'a replica with a wrong password takes no work from those that have the right one',
  )
  database = true
  assert.equal(await readyNow(), true)
  cache = false
  assert.equal(await readyNow(), true)
  database = false
  assert.equal(await readyNow(), true)
  const [away] = (await ops.ready()).checks
  assert.deepEqual([away?.name, away?.healthy, away?.reason], ['database', false, 'away'])
  ops.setDraining()
  assert.equal(await readyNow(), false)
})

test('probes are asked at most once a second, however often health is', async () => {
  const { ops, clock } = makeOps()
  let asked = 0
  ops.addCheck(
    'database',
    async () => {
      asked += 1
    },
    { critical: true },
  )
  await Promise.all([ops.ready(), ops.ready(), ops.ready()])
  assert.equal(asked, 1)
  clock.advance(1001)
  await ops.ready()
  assert.equal(asked, 2)
})

test('a failure that somebody met is news: the next look is a new one, and those who show the state look at once', async () => {
  const { ops, clock } = makeOps()
  let isAway = false
  let asked = 0
  const probe = async () => {
    asked += 1
    if (isAway) throw new Error('refused')
  }
  ops.addCheck('database', probe, { critical: true })
  const looks: Promise<boolean | undefined>[] = []
  const look = async () => (await ops.ready()).checks[0]?.healthy
  ops.onDoubt(() => looks.push(look()))
  clock.advance(1001)
  assert.equal(await look(), true)
  clock.advance(101)
  isAway = true
  assert.equal(await look(), true, 'nobody has met it yet')
  for (let failures = 0; failures < 1000; failures += 1) ops.doubt()
  assert.deepEqual(await Promise.all(looks), [false])
  assert.equal(asked, 2, 'however many met it')
})

test('liveness, readiness and metrics are served apart', async () => {
  const { ops } = makeOps()
  const { port } = await ops.listen('127.0.0.1:0')
  const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
  assert.equal(await status('/livez'), 200)
  assert.equal(await status('/readyz'), 503)
  ops.setStarted()
  assert.equal(await status('/readyz'), 200)
  assert.equal(await status('/nothing'), 404)
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  assert.match(metrics, /process_resident_memory_bytes\{service="test"\} \d+/)
  await ops.close()
})

test('a probe that hangs counts as away after half a second, and holds up nobody longer', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { ops } = makeOps()
  ops.setStarted()
  ops.addCheck('database', () => new Promise(() => {}), { critical: true })
  const report = ops.ready()
  t.mock.timers.tick(500)
  const since = '1970-01-01T00:00:00.000Z'
  const hanging = { name: 'database', critical: true, healthy: false, since, reason: 'no answer within 500 ms' }
  assert.deepEqual(await report, { ready: false, checks: [hanging] })
})

test('liveness does not depend on dependencies', async () => {
  const { ops } = makeOps()
  ops.setStarted()
  ops.addCheck('database', () => Promise.reject(new Error('away')), { critical: true })
  const { port } = await ops.listen('127.0.0.1:0')
  assert.equal((await fetch(`http://127.0.0.1:${port}/livez`)).status, 200)
  const readiness = await fetch(`http://127.0.0.1:${port}/readyz`)
  assert.equal(readiness.status, 503)
  assert.deepEqual(await readiness.json(), {
    ready: false,
    checks: [{ name: 'database', critical: true, healthy: false, since: '1970-01-01T00:00:00.000Z', reason: 'away' }],
  })
  await ops.close()
})

async function answerTo(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.end(request)
  return await text(socket)
}

test('a target that is no address is answered, and the next one as well', async () => {
  const { ops } = makeOps()
  const { port } = await ops.listen('127.0.0.1:0')
  for (const target of ['//', '/\\', 'http://[', 'http://a:99999', '*', '/%', `/${'a'.repeat(5000)}`]) {
    const request = `GET ${target} HTTP/1.1\r\nHost: ops\r\nConnection: close\r\n\r\n`
    assert.match(await answerTo(port, request), /^HTTP\/1\.1 404 /, target)
  }
  assert.match(await answerTo(port, 'GET /livez?deep=1 HTTP/1.1\r\nHost: ops\r\nConnection: close\r\n\r\n'), / 200 OK/)
  await ops.close()
})

test('what is no probe is refused: other methods, and heads beyond all need', async () => {
  const { ops } = makeOps()
  const { port } = await ops.listen('127.0.0.1:0')
  assert.match(await answerTo(port, 'POST /livez HTTP/1.1\r\nHost: ops\r\nContent-Length: 9999\r\n\r\n'), / 405 /)
  assert.match(await answerTo(port, `GET /livez HTTP/1.1\r\nHost: ops\r\nX-A: ${'b'.repeat(9000)}\r\n\r\n`), / 431 /)
  await ops.close()
})

test('connections that say nothing keep no probe out', async () => {
  const { ops } = makeOps()
  const { port } = await ops.listen('127.0.0.1:0')
  const silent = Array.from({ length: 200 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  const closings = silent.map(socket => once(socket, 'close'))
  await Promise.all(silent.map(socket => once(socket, 'connect')))
  assert.equal((await fetch(`http://127.0.0.1:${port}/livez`)).status, 200)
  await Promise.all(closings.slice(0, 100))
  for (const socket of silent) socket.destroy()
  await ops.close()
})

test('a request that never ends has its time, and a probe is answered all the while', async () => {
  const { ops } = makeOps({ requestTimeoutMs: 500 })
  const { port } = await ops.listen('127.0.0.1:0')
  const startedAtMs = performance.now()
  const half = Array.from({ length: 40 }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write('GET /metrics HTTP/1.1\r\nHost: ops\r\n')
    return once(socket.resume(), 'close')
  })
  const ended = Promise.all(half).then(() => true)
  const notYet = () => new Promise<boolean>(resolve => setImmediate(() => resolve(false)))
  do assert.equal((await fetch(`http://127.0.0.1:${port}/livez`)).status, 200)
  while (!(await Promise.race([ended, notYet()])))
  assert.ok(performance.now() - startedAtMs >= 500)
  await ops.close()
})

test('a dependency that was never there is logged at the start with its reason, and once more when it is', async () => {
  const lines: Record<string, unknown>[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const log = createLogger({ service: 'test', destination })
  const clock = createFakeClock(60_000)
  const ops = createOps({ log, clock, metrics: createMetrics('test') })
  let isAway = true
  const refusal = new Error('password authentication failed for user "billing"')
  const probe = async () => {
    if (isAway) throw appError('database_error', { cause: refusal })
  }
  ops.addCheck('database', probe, { critical: true })
  ops.setStarted()
  for (let second = 0; second < 20; second += 1) {
    await ops.ready()
    clock.advance(1001)
  }
  const [check] = (await ops.ready()).checks
  assert.deepEqual([check?.reason, check?.since], [refusal.message, '1970-01-01T00:01:00.000Z'])
  isAway = false
  clock.advance(1001)
  assert.equal((await ops.ready()).ready, true)
  assert.deepEqual(
    lines.map(({ msg, reason, awaySince }) => ({ msg, ...(reason !== undefined && { reason }), awaySince })),
    [
      { msg: 'dependency is away', reason: refusal.message, awaySince: undefined },
      { msg: 'dependency is back', awaySince: '1970-01-01T00:01:00.000Z' },
    ],
  )
})
