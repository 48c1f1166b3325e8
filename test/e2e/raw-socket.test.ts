import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setInterval as interval, setImmediate as nextTurn } from 'node:timers/promises'
import { type Constellation, startConstellation } from '@mtg/testing'
import type { LenientPublisher } from './hostile/lenient-publisher.ts'
import {
  type CorpusCase,
  type CorpusTarget,
  floodCases,
  goodRequest,
  paidCall,
  smugglingCases,
  targetCases,
  twinCases,
} from './hostile/raw-corpus.ts'
import { exchange, type RawAnswer } from './hostile/raw-http.ts'
import { appPath, buyer, microsOf, priceMicros, startTarget } from './hostile/target.ts'

let gateway: Constellation
let publisher: LenientPublisher
let target: CorpusTarget

before(async () => {
  const victim = await startTarget()
  publisher = victim.publisher
  gateway = await startConstellation({ marketplace: victim.marketplace })
  target = { path: appPath, host: new URL(gateway.baseUrl).host, credential: buyer.key }
})

after(async () => {
  await gateway?.stop()
  await publisher?.close()
})

async function spentMicros(): Promise<bigint> {
  const { balance } = await gateway.wallet(buyer.email)
  return microsOf('100.00') - microsOf(balance)
}

function codeOf(answer: RawAnswer): unknown {
  const envelope = JSON.parse(answer.body.toString('utf8')) as { error?: { code?: unknown; status?: unknown } }
  assert.equal(envelope.error?.status, answer.status)
  return envelope.error?.code
}

async function assertRefused({ name, bytes, status, codes }: CorpusCase, connection: 'closed' | 'any'): Promise<void> {
  const seenBefore = publisher.requestCount()
  const reading = connection === 'closed' ? {} : { answersWanted: 1 }
  const { answers } = await exchange({ baseUrl: gateway.baseUrl, send: [bytes], ...reading })
  const [answer] = answers
  assert.ok(answer && answers.length === 1, `${name}: ${answers.length} answers`)
  assert.ok(status.includes(answer.status), `${name}: ${answer.status} ${answer.body.toString('utf8')}`)
  if (codes) assert.ok(codes.includes(String(codeOf(answer))), `${name}: ${answer.body.toString('utf8')}`)
  assert.equal(publisher.requestCount(), seenBefore, `${name}: reached the publisher`)
}

async function assertAllRefused(cases: CorpusCase[], connection: 'closed' | 'any' = 'any'): Promise<void> {
  const spentBefore = await spentMicros()
  for (const each of cases) await assertRefused(each, connection)
  assert.equal(await spentMicros(), spentBefore)
}

describe('requests that two parsers could read differently', () => {
  test('framing that is open to argument is refused once, and the connection closed', () =>
    assertAllRefused(smugglingCases(target), 'closed'))

  test('headers that say two things are refused', () => assertAllRefused(twinCases(target)))

  test('a path that another server would resolve differently is refused', () => assertAllRefused(targetCases(target)))
})

describe('too much of something', () => {
  test('headers and paths beyond all need are refused', () => assertAllRefused(floodCases(target)))

  test('a body announced as too large is refused before it is sent', async () => {
    const head = goodRequest(target, '').replace('Content-Length: 0', 'Content-Length: 1073741824')
    const { answers } = await exchange({ baseUrl: gateway.baseUrl, send: [head], answersWanted: 1 })
    assert.equal(answers[0]?.status, 413)
    assert.equal(codeOf(answers[0]), 'body_too_large')
  })

  test('a caller who asks first is refused before the body is sent', async () => {
    const head = goodRequest(target, '', ['Expect: 100-continue']).replace('Length: 0', 'Length: 1073741824')
    const { answers } = await exchange({ baseUrl: gateway.baseUrl, send: [head], answersWanted: 1 })
    assert.equal(answers[0]?.status, 413)
  })

  test('an endless chunked body is cut off', async () => {
    const head = goodRequest(target, '').replace('Content-Length: 0', 'Transfer-Encoding: chunked')
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
    const endless = function* (): Generator<string> {
      yield head
      for (let sent = 0; sent < 1024; sent += 1) yield chunk
    }
    const { answers } = await exchange({ baseUrl: gateway.baseUrl, send: endless(), answersWanted: 1 })
    assert.equal(answers[0]?.status, 413)
  })
})

describe('too slow', { concurrency: true }, () => {
  let seenBefore: number

  before(() => {
    seenBefore = publisher.requestCount()
  })

  after(() => {
    assert.equal(publisher.requestCount(), seenBefore + 1, 'only the paying caller reached the publisher')
  })

  /** Sends the start of a request, then a byte now and then until the gateway has had enough. */
  async function drip(start: string, everyMs: number): Promise<RawAnswer | undefined> {
    const done = new AbortController()
    const bytes = async function* (): AsyncGenerator<string> {
      yield start
      for await (const byte of interval(everyMs, 'a', { signal: done.signal })) yield byte
    }
    try {
      const { answers } = await exchange({ baseUrl: gateway.baseUrl, send: bytes(), timeoutMs: 60_000 })
      return answers[0]
    } finally {
      done.abort()
    }
  }

  test('headers that trickle in are given up on', async () => {
    const answer = await drip(`POST ${appPath} HTTP/1.1\r\nHost: ${target.host}\r\nX-Slow: `, 250)
    assert.equal(answer?.status, 408)
    assert.equal(codeOf(answer), 'bad_request')
  })

  test('a body that trickles in is given up on', async () => {
    const answer = await drip(goodRequest(target, '').replace('Content-Length: 0', 'Content-Length: 100000'), 250)
    assert.equal(answer?.status, 408)
  })

  test('idle connections by the hundred are closed, and keep no paying caller waiting meanwhile', async () => {
    const start = `POST ${appPath} HTTP/1.1\r\nHost: `
    const idle = Array.from({ length: 300 }, () =>
      exchange({ baseUrl: gateway.baseUrl, send: [start], timeoutMs: 60_000 }),
    )
    const call = { baseUrl: gateway.baseUrl, send: [goodRequest(target)], answersWanted: 1, timeoutMs: 5_000 }
    const { answers } = await exchange(call)
    assert.equal(answers[0]?.status, 200)
    for (const { closed } of await Promise.all(idle)) assert.ok(closed)
  })
})

describe('honest but unusual', () => {
  test('pipelined calls are answered in order and charged once each', async () => {
    const bodies = ['"first"', '"second"', '"third"'].map(id => paidCall.replace('"1"', id))
    const spentBefore = await spentMicros()
    const send = [bodies.map(body => goodRequest(target, body)).join('')]
    const { answers } = await exchange({ baseUrl: gateway.baseUrl, send, answersWanted: 3 })
    const ids = answers.map(({ body }) => (JSON.parse(body.toString('utf8')) as { id: string }).id)
    assert.deepEqual(ids, ['first', 'second', 'third'])
    assert.equal(await spentMicros(), spentBefore + 3n * priceMicros)
  })

  test('garbage behind a good call spoils only itself', async () => {
    const spentBefore = await spentMicros()
    const send = [`${goodRequest(target)}\u0000garbage\r\n\r\n`]
    const { answers, closed } = await exchange({ baseUrl: gateway.baseUrl, send })
    assert.ok(closed)
    assert.ok(answers.every(({ status }) => status === 200 || status === 400))
    const served = answers.filter(({ status }) => status === 200).length
    assert.equal(await spentMicros(), spentBefore + BigInt(served) * priceMicros)
  })

  test('a call in many small pieces is served', async () => {
    const bytes = goodRequest(target)
    const pieces = async function* (): AsyncGenerator<string> {
      for (let at = 0; at < bytes.length; at += 7) {
        yield bytes.slice(at, at + 7)
        await nextTurn()
      }
    }
    const { answers } = await exchange({ baseUrl: gateway.baseUrl, send: pieces(), answersWanted: 1 })
    assert.equal(answers[0]?.status, 200)
  })

  test('a caller who asks before sending the body is told to go on', async () => {
    const { answers } = await exchange({
      baseUrl: gateway.baseUrl,
      send: [goodRequest(target, paidCall, ['Expect: 100-continue'])],
      answersWanted: 1,
    })
    assert.equal(answers[0]?.status, 200)
  })
})

test('the ledger adds up and the gateway is healthy after the whole corpus', async () => {
  await gateway.verifyLedger()
  const health = await fetch(`${gateway.baseUrl}/health`)
  assert.equal(health.status, 200)
})
