import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Constellation, startConstellation } from '@mtg/testing'
import { fuzz, fuzzSeed } from '@mtg/testing/fuzz'
import * as fc from 'fast-check'
import { request } from 'undici'
import { type HostileRequest, hostileRequests } from './hostile/hostile-bodies.ts'
import type { LenientPublisher } from './hostile/lenient-publisher.ts'
import { appPath, buyer, microsOf, priceMicros, startTarget } from './hostile/target.ts'

const RUNS = 600
const ANSWER_WITHIN_MS = 10_000

let gateway: Constellation
let publisher: LenientPublisher

before(async () => {
  const target = await startTarget()
  publisher = target.publisher
  gateway = await startConstellation({ marketplace: target.marketplace })
})

after(async () => {
  await gateway?.stop()
  await publisher?.close()
})

interface Answer {
  status: number
  /** Code of the gateway's envelope. */
  code: string | undefined
  hasResult: boolean
}

async function fire({ headers, body }: Pick<HostileRequest, 'headers' | 'body'>): Promise<Answer> {
  const answer = await request(`${gateway.baseUrl}${appPath}`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${buyer.key}` },
    body,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  const content = JSON.parse(await answer.body.text()) as { error?: { code?: string }; result?: unknown }
  return { status: answer.statusCode, code: content.error?.code, hasResult: content.result !== undefined }
}

async function spentMicros(): Promise<bigint> {
  const { balance } = await gateway.wallet(buyer.email)
  return microsOf('100.00') - microsOf(balance)
}

function assertVerdict({ what, verdict }: HostileRequest, answer: Answer): void {
  switch (verdict) {
    case 'serve':
      assert.deepEqual([answer.status, answer.hasResult], [200, true], what)
      return
    case 'refuse':
      assert.deepEqual([answer.status, answer.code], [400, 'invalid_request'], what)
      return
    case 'mismatch':
      assert.deepEqual([answer.status, answer.code], [400, 'HeaderMismatch'], what)
      return
    case 'either':
      if (answer.status !== 200) assert.match(answer.code ?? '', /^(invalid_request|HeaderMismatch)$/, what)
      return
    default:
      verdict satisfies never
  }
}

test('a request that could be read in two ways is refused with the right code and reaches no publisher', async t => {
  const property = fc.asyncProperty(hostileRequests, async hostile => {
    const seenBefore = publisher.requestCount()
    const answer = await fire(hostile)
    assertVerdict(hostile, answer)
    assert.equal(publisher.requestCount() - seenBefore, answer.status === 200 ? 1 : 0, hostile.what)
  })
  await fuzz(t, RUNS, property, { endOnFailure: true })
})

test('every tool call that any publisher could have executed was paid for, and nothing else was', async () => {
  assert.ok(publisher.toolCallCount() > 0)
  assert.equal(await spentMicros(), BigInt(publisher.toolCallCount()) * priceMicros)
  await gateway.verifyLedger()
})

test('a body over the size limit is refused while it arrives', async () => {
  const body = Buffer.alloc(8 * 1024 * 1024, ' ')
  const headers = {
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/list',
  }
  const seenBefore = publisher.requestCount()
  const answer = await fire({ headers, body })
  assert.deepEqual([answer.status, answer.code], [413, 'body_too_large'])
  assert.equal(publisher.requestCount(), seenBefore)
})

test('hostile requests fired at once leave no call unanswered, free or charged twice', async t => {
  const seed = fuzzSeed(t)
  const salvo = fc.sample(hostileRequests, { seed, numRuns: 200 })
  const callsBefore = publisher.toolCallCount()
  const spentBefore = await spentMicros()
  const answers = await Promise.all(salvo.map(fire))
  salvo.forEach((hostile, index) => {
    const answer = answers[index]
    assert.ok(answer)
    assertVerdict(hostile, answer)
  })
  assert.equal(await spentMicros(), spentBefore + BigInt(publisher.toolCallCount() - callsBefore) * priceMicros)
})

test('the gateway is healthy afterwards', async () => {
  const health = await request(`${gateway.baseUrl}/health`)
  assert.equal(health.statusCode, 200, await health.body.text())
})
