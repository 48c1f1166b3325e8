import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appError } from '@mtg/errors'
import { createLogger, redactText } from '@mtg/observability'

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

test('what callers can put into a line is bounded, however long, wide or deep it is', () => {
  const lines: string[] = []
  const log = createLogger({ service: 'test', destination: { write: line => void lines.push(line) } })
  const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`field${index}`, index]))
  log.error({ name: 'x'.repeat(500_000) }, 'y'.repeat(500_000))
  log.error({ items: Array.from({ length: 50_000 }, () => 'z'), wide }, 'wide')
  log.error({ err: new Error('e'.repeat(500_000)) }, 'error')
  for (const line of lines) assert.ok(line.length < 30_000, `${line.length} characters`)
  assert.match(lines[0] ?? '', /x{4096}\.\.\. \[500000 characters\]/)
  assert.match(lines[1] ?? '', /"\[50000 items\]".*"\[50000 fields\]"/)
})

test('a credential at the end of what is kept is masked all the same', () => {
  const lines: string[] = []
  const log = createLogger({ service: 'test', destination: { write: line => void lines.push(line) } })
  log.info({ text: `${'x'.repeat(4080)} vnb-sk-${'s3cret'.repeat(30)}${'x'.repeat(10_000)}` }, 'long')
  assert.doesNotMatch(lines.join(), /s3cret/)
})
