import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { appError } from '@mtg/errors'
import { createLogger } from '@mtg/observability'
import type { AttemptsClient, KeptAnswer } from '../clients/attempts.ts'
import { Attempt } from './attempt.ts'

const server = createServer()
before(() => once(server.listen(0, '127.0.0.1'), 'listening'))
after(() => {
  server.closeAllConnections()
  server.close()
})

/** A buyer's request, with the response that it gets. */
async function exchange(): Promise<{ response: ServerResponse; received: Promise<IncomingMessage> }> {
  const arrived = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  const asked = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  const received = once(asked, 'response').then(([message]) => message as IncomingMessage)
  const [, response] = await arrived
  return { response, received }
}

const KEEP_TRIES = 7

/** Remembers what it was told; the first `failures` tellings fail. */
function memory(failures = 0, isOurs = true) {
  const told: string[] = []
  const answers: (KeptAnswer | undefined)[] = []
  let left = failures
  let renewals = 0
  const hear = (what: string) => {
    left -= 1
    if (left >= 0) throw appError('internal_error')
    told.push(what)
  }
  const attempts: AttemptsClient = {
    begin: async () => ({ kind: 'started', leaseMs: 60_000 }),
    async renew() {
      renewals += 1
    },
    async finish(_call, answer) {
      hear('finish')
      answers.push(answer)
      return isOurs
    },
    abandon: async (_call, outcome) => hear(`abandon ${outcome}`),
    close() {},
  }
  return { attempts, told, answers, renewals: () => renewals }
}

function start(attempts: AttemptsClient, response: ServerResponse, leaseMs = 60_000): Attempt {
  const call = { buyerId: randomUUID(), keyHash: Buffer.alloc(32), callId: randomUUID() }
  return new Attempt({ call, leaseMs, response, attempts, log: createLogger({ service: 'test', level: 'silent' }) })
}

test('a kept answer is told once, with its headers as text', async () => {
  const { attempts, told, answers } = memory()
  const { response } = await exchange()
  const attempt = start(attempts, response)
  await attempt.keep(200, { 'content-type': 'application/json', 'mcp-x': ['a', 'b'] }, Buffer.from('{}'))
  assert.equal(await attempt.finish(), true)
  assert.deepEqual(told, ['finish'])
  assert.deepEqual(answers[0]?.headers, { 'content-type': 'application/json', 'mcp-x': 'a, b' })
  response.end()
})

test('an answer that could not be kept at once is kept before it leaves', async () => {
  const { attempts, told, answers } = memory(2)
  const { response } = await exchange()
  const attempt = start(attempts, response)
  await attempt.keep(200, {}, Buffer.from('late'))
  assert.deepEqual(told, ['finish'])
  assert.equal(await attempt.finish(), true)
  assert.deepEqual(told, ['finish'])
  assert.equal(answers[0]?.body.toString(), 'late')
  response.end()
})

test('an answer of which nobody knows whether it is kept is not handed over', async () => {
  const { attempts, told } = memory(KEEP_TRIES)
  const { response } = await exchange()
  const attempt = start(attempts, response)
  await assert.rejects(attempt.keep(200, {}, Buffer.from('unheard of')), { code: 'internal_error' })
  assert.deepEqual(told, [])
  await attempt.abandon('internal_error')
  assert.deepEqual(told, ['abandon internal_error'])
  response.end()
})

test('an answer whose request another attempt has taken over is not handed over', async () => {
  const { attempts, told } = memory(0, false)
  const { response } = await exchange()
  const attempt = start(attempts, response)
  await assert.rejects(attempt.keep(200, {}, Buffer.from('late')), { code: 'idempotency_conflict' })
  await attempt.abandon('idempotency_conflict')
  assert.deepEqual(told, ['finish', 'abandon idempotency_conflict'])
  response.end()
})

test('a charge that another attempt has given back is known not to stand', async () => {
  const { attempts } = memory(0, false)
  const { response } = await exchange()
  const attempt = start(attempts, response)
  response.end('streamed')
  assert.equal(await attempt.finish(), false)
})

test('a call that was not charged is abandoned, and again when nobody heard it', async () => {
  const { attempts, told } = memory(2)
  const { response } = await exchange()
  await start(attempts, response).abandon('publisher_error')
  assert.deepEqual(told, ['abandon publisher_error'])
  response.end()
})

test('an answer that is not kept counts as handed over when its last byte has left, and not before', async () => {
  const { attempts, told, answers } = memory()
  const { response, received } = await exchange()
  const attempt = start(attempts, response)
  await attempt.keep(200, {}, Buffer.alloc(64 * 1024 + 1))
  const ended = attempt.finish()
  response.write('almost')
  await once(await received, 'data')
  assert.deepEqual(told, [])
  response.end()
  await ended
  assert.deepEqual([told, answers], [['finish'], [undefined]])
})

test('a lease is renewed until the call has ended, and no longer', async t => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { attempts, renewals } = memory()
  const { response } = await exchange()
  const attempt = start(attempts, response, 900)
  t.mock.timers.tick(899)
  assert.equal(renewals(), 2)
  await attempt.abandon('ok')
  t.mock.timers.tick(3_000)
  assert.equal(renewals(), 2)
  response.end()
})
