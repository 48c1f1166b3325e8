import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appError } from '@mtg/errors'
import { createLogger, redactText } from './index.ts'

function capture() {
  const lines: string[] = []
  const log = createLogger({ service: 'test', destination: { write: line => lines.push(line) } })
  return { log, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>, text: () => lines.join('') }
}

const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJiMSJ9.c2lnbmF0dXJl'
const secrets = ['vnb-sk-abcdefghijkl', 'vai-sk-mnopqrstuv', jwt, 'hunter2']

test('credentials never reach a log line, wherever they hide', () => {
  const { log, text } = capture()
  log.info({ authorization: `Bearer ${secrets[0]}`, headers: { cookie: 'sid=hunter2' } }, `key ${secrets[1]} used`)
  log.info({ url: `/authorize?client_id=${secrets[0]}&code=hunter2&state=x` }, 'page')
  log.info({ body: { password: 'hunter2', nested: [{ clientSecret: 'hunter2', refresh_token: 'hunter2' }] } }, 'login')
  log.error({ err: new Error(`bad ${jwt}`, { cause: new Error(`inner ${secrets[0]}`) }) }, 'failed')
  log.child({ apiKey: 'hunter2' }).warn({ dsn: 'postgresql://mtg:hunter2@db/x' }, 'bound')
  for (const secret of secrets) assert.ok(!text().includes(secret), `${secret} leaked`)
})

test('what logs live by is kept: codes, ids, amounts, causes', () => {
  const { log, last } = capture()
  log.error(
    {
      err: appError('redis_error', { detail: { priceMicros: 5n }, cause: new Error('away') }),
      keyId: 'k1',
      totalTokens: 3,
    },
    'x',
  )
  const line = last()
  assert.equal(line.keyId, 'k1')
  assert.equal(line.totalTokens, 3)
  const err = line.err as { code: string; detail: { priceMicros: string }; cause: { message: string } }
  assert.equal(err.code, 'redis_error')
  assert.equal(err.detail.priceMicros, '5')
  assert.equal(err.cause.message, 'away')
})

test('whatever it carries, a line is one JSON object', () => {
  const { log, text } = capture()
  log.info({}, 'no "facts"')
  log
    .child({ a: 1 })
    .child({ b: undefined })
    .child({ c: 'x\ny' })
    .warn({ d: null, e: [1n, { f: '\ud800' }] }, 'bound\n')
  const lines = text().split('\n')
  assert.equal(lines.pop(), '')
  const [first, second] = lines.map(line => JSON.parse(line) as Record<string, unknown>)
  assert.deepEqual(Object.keys(first ?? {}), ['level', 'time', 'service', 'msg'])
  assert.equal(first?.msg, 'no "facts"')
  const { time, ...rest } = second ?? {}
  assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual(rest, {
    level: 'warn',
    service: 'test',
    a: 1,
    c: 'x\ny',
    d: null,
    e: ['1', { f: '\ud800' }],
    msg: 'bound\n',
  })
})

test('lines below the level are not written', () => {
  const lines: string[] = []
  const log = createLogger({ service: 'test', level: 'warn', destination: { write: line => lines.push(line) } })
  log.info({}, 'quiet')
  log.error({}, 'loud')
  assert.deepEqual([log.isEnabled('info'), log.isEnabled('warn'), lines.length], [false, true, 1])
})

test('a redacted key still tells its kind', () => {
  assert.equal(redactText('vnb-sk-abc123'), 'vnb-sk-[redacted]')
})
