import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  behaviours,
  type Constellation,
  callMcp,
  callTool,
  eventually,
  type FakePublisher,
  startConstellation,
  startFakePublisher,
} from '@mtg/testing'
import { Client } from 'pg'

const EMAIL = 'ada@example.test'
const KEY = 'vnb-sk-cli-ada-0001'
const MAIN = join(import.meta.dirname, '../src/main.ts')

let publisher: FakePublisher
let gateway: Constellation
let dir: string

function marketplace(): string {
  const limits = { perMinute: 1_000_000, perDay: 1_000_000, monthly: 1_000_000 }
  const app = {
    name: 'search',
    adapter: 'mcp',
    upstream: `${publisher.origin}/mcp`,
    tiers: { paid: { price: '0.002', ...limits } },
  }
  return JSON.stringify({
    publishers: [{ username: 'acme', payout: 'connected', apiKey: 'k', apps: [app] }],
    buyers: [
      {
        email: EMAIL,
        wallet: '1.00',
        keys: [{ name: 'default', key: KEY }],
        purchases: [{ app: 'acme/search', tier: 'paid' }],
      },
      {
        email: 'poor@example.test',
        keys: [{ name: 'default', key: 'vnb-sk-cli-poor-0001' }],
        purchases: [{ app: 'acme/search', tier: 'paid' }],
      },
    ],
  })
}

before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'mtg-cli-'))
  publisher = await startFakePublisher()
  gateway = await startConstellation({ marketplace: marketplace(), console: true })
})

after(async () => {
  await gateway?.stop()
  await publisher?.close()
  rmSync(dir, { recursive: true, force: true })
})

interface Run {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

function mtg(...args: string[]): Promise<Run> {
  const { auth, billing, metering, oauth, edge } = gateway.grpc
  const addresses = { AUTH_GRPC: auth, BILLING_GRPC: billing, METERING_GRPC: metering, OAUTH_GRPC: oauth }
  const env = { ...process.env, ...addresses, EDGE_GRPC: edge, GRPC_TOKEN: gateway.secretOf('operator') }
  return runWith(env, args)
}

function runWith(env: NodeJS.ProcessEnv, args: string[]): Promise<Run> {
  return new Promise(resolve => {
    execFile(process.execPath, [MAIN, ...args], { env, cwd: dir }, (error, stdout, stderr) => {
      resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

async function json(...args: string[]): Promise<unknown> {
  const run = await mtg(...args, '--json')
  assert.equal(run.exitCode, 0, run.stderr)
  return JSON.parse(run.stdout)
}

const call = (credential = KEY) => callTool({ baseUrl: gateway.baseUrl, app: 'acme/search', credential, tool: 'echo' })

test('wallet shows decimal strings that fall by exactly the price', async () => {
  const before = (await json('wallet', EMAIL)) as { balance: string }
  assert.deepEqual(before, { balance: '1.00', held: '0.00', available: '1.00', currency: 'USD' })
  assert.equal((await call()).status, 200)
  assert.deepEqual(await json('wallet', EMAIL), { balance: '0.998', held: '0.00', available: '0.998', currency: 'USD' })
})

test('explain tells why a call was charged, and why another was not', async () => {
  const paid = await call()
  const refused = await call('vnb-sk-cli-poor-0001')
  assert.equal(refused.code, 'insufficient_balance')
  await until(async () => (await mtg('explain', refused.callId ?? '')).exitCode === 0)
  await until(async () => ((await json('explain', paid.callId ?? '')) as { metered: boolean }).metered)
  const charged = (await json('explain', paid.callId ?? '')) as {
    reason: string
    charged: string
    status: number
    code: string
    stages: { name: string; ms: number }[]
  }
  assert.equal(charged.reason, 'charged: the answer was delivered')
  assert.equal(charged.charged, '0.002')
  assert.deepEqual([charged.status, charged.code], [200, 'ok'])
  assert.ok(charged.stages.some(stage => stage.name === 'reserve' && stage.ms > 0))
  const free = (await json('explain', refused.callId ?? '')) as { reason: string; charged: string }
  assert.equal(free.reason, 'refused: insufficient_balance')
  assert.equal(free.charged, '0.00')
})

test('tasks shows what became of a call that is a task, and what is held for it', async t => {
  const shown = async () => ((await json('tasks', EMAIL)) as { tasks: Record<string, string>[] }).tasks
  assert.deepEqual(await shown(), [])
  assert.match((await mtg('tasks', EMAIL)).stdout, /No tasks/)
  const task = { taskId: 'cli-task', ttlMs: 60_000 }
  t.after(() => publisher.behave(behaviours.wellBehaved()))
  publisher.behave(behaviours.result({ ...task, resultType: 'task', status: 'working' }))
  const { callId } = await call()
  const [open] = await shown()
  assert.deepEqual([open?.call, open?.app, open?.tool, open?.state], [callId, 'acme/search', 'echo', 'open'])
  assert.equal(open?.price, '0.002')
  publisher.behave(behaviours.result({ ...task, resultType: 'complete', status: 'failed', error: { code: 1 } }))
  const ask = { method: 'tasks/get', params: { taskId: task.taskId }, headers: { 'mcp-name': task.taskId } }
  await callMcp({ baseUrl: gateway.baseUrl, app: 'acme/search', credential: KEY, ...ask })
  await until(async () => (await shown())[0]?.state === 'free')
  assert.match((await mtg('tasks', EMAIL, '--open')).stdout, /No tasks/)
})

test('explain shows a call that is not billed', async () => {
  const listed = await callMcp({ baseUrl: gateway.baseUrl, app: 'acme/search', credential: KEY })
  await until(async () => (await mtg('explain', listed.callId ?? '')).exitCode === 0)
  assert.equal(((await json('explain', listed.callId ?? '')) as { reason: string }).reason, 'not billable')
})

test('usage lists records and totals, and filters by app and time', async () => {
  const answer = await call()
  const usage = async (...filter: string[]) =>
    (await json('usage', EMAIL, ...filter)) as {
      records: { callId: string; charged: string }[]
      totals: { app: string; calls: number; charged: string }[]
    }
  await until(async () => (await usage()).records.some(record => record.callId === answer.callId))
  const all = await usage()
  assert.equal(all.totals[0]?.app, 'acme/search')
  assert.equal(all.totals[0]?.calls, all.records.length)
  assert.equal((await usage('--app', 'acme/other')).records.length, 0)
  assert.equal((await usage('--to', '2020-01-01')).records.length, 0)
  assert.equal((await usage('--from', '2020-01-01', '--app', 'acme/search')).records.length, all.records.length)
})

test('ledger verify exits 0 while all is well', async () => {
  const run = await mtg('ledger', 'verify')
  assert.equal(run.exitCode, 0, run.stderr)
  assert.match(run.stdout, /held_within_posted/)
  const view = (await json('ledger', 'verify')) as { sound: boolean }
  assert.equal(view.sound, true)
})

test('a key is made, listed without its text, works, and dies at once when revoked', async () => {
  const made = (await json('key', 'create', EMAIL, '--name', 'ci', '--ambient')) as { key: string }
  assert.match(made.key, /^vai-sk-/)
  const listed = await mtg('key', 'list', EMAIL)
  assert.ok(listed.stdout.includes('ci') && !listed.stdout.includes(made.key))
  assert.equal((await call(made.key)).status, 200)
  await json('key', 'revoke', EMAIL, 'ci')
  await until(async () => (await call(made.key)).code === 'api_key_revoked')
})

interface KeyShown {
  readonly key: string
  readonly name: string
  readonly generation: number
  readonly limits: Record<string, unknown>
  readonly spending: { total: string; underWay: number } | null
}

test('a key with limits and a child are made, listed as a tree with what they spent, and changed while they work', async () => {
  const limits = ['--limit', 'total=0.05', '--limit', 'perDay=0.01', '--limit', 'apps=acme/search']
  const top = (await json('key', 'create', EMAIL, '--name', 'top', '--scope', 'mcp:tools', ...limits)) as KeyShown
  assert.deepEqual(top.limits, { total: '0.05', perDay: '0.01', apps: ['acme/search'] })
  const below = ['--parent', 'top', '--limit', 'total=0.002', '--limit', 'loop=50/60']
  const child = (await json('key', 'create', EMAIL, '--name', 'child', ...below)) as KeyShown & { scope: string }
  assert.equal(child.scope, 'mcp:tools')
  assert.equal((await call(child.key)).status, 200)

  const { keys } = (await json('key', 'list', EMAIL)) as { keys: KeyShown[] }
  const shown = keys.filter(key => key.name === 'top' || key.name === 'child')
  assert.deepEqual(
    shown.map(key => [key.name, key.generation, key.spending?.total]),
    [
      ['top', 1, '0.002'],
      ['child', 2, '0.002'],
    ],
  )
  assert.match((await mtg('key', 'list', EMAIL)).stdout, /\n {2}child .* 0\.002 of 0\.002 .*loop=50\/60/)

  const refused = await call(child.key)
  assert.deepEqual([refused.status, refused.code], [402, 'spend_limit_exceeded'])
  assert.match(refused.text, /The key \\"child\\" may spend 0\.002 USD in all/)
  await until(async () => (await mtg('explain', refused.callId ?? '')).exitCode === 0)
  const { reason } = (await json('explain', refused.callId ?? '')) as { reason: string }
  assert.match(reason, /^refused: spend_limit_exceeded: The key "child" may spend 0\.002 USD in all/)

  const changed = (await json('key', 'limits', EMAIL, 'child', '--limit', 'total=0.004')) as KeyShown
  assert.deepEqual(changed.limits, { total: '0.004', loop: { calls: 50, seconds: 60 } })
  assert.equal((await call(child.key)).status, 200)
  await json('key', 'limits', EMAIL, 'child', '--limit', 'total=none', '--limit', 'loop=none')
  assert.deepEqual(((await json('key', 'limits', EMAIL, 'child')) as KeyShown).limits, {})
  const revoked = (await json('key', 'revoke', EMAIL, 'top')) as { descendantsRevoked: number }
  assert.equal(revoked.descendantsRevoked, 1)
  await until(async () => (await call(child.key)).code === 'api_key_revoked')
})

test('an expiry is set, and a key that has expired says so', async () => {
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const made = (await json('key', 'create', EMAIL, '--name', 'brief', '--limit', `expiresAt=${at}`)) as KeyShown
  assert.deepEqual([made.limits, made.spending], [{ expiresAt: at }, null])
  assert.equal((await call(made.key)).status, 200)
  await json('key', 'limits', EMAIL, 'brief', '--limit', 'expiresAt=2026-01-01T00:00:00Z')
  await until(async () => (await call(made.key)).code === 'api_key_expired')
  await json('key', 'limits', EMAIL, 'brief', '--limit', 'expiresAt=none')
  await until(async () => (await call(made.key)).status === 200)
})

test('a limit that cannot be is bad usage, and says what limits there are; one that is too wide is refused', async () => {
  for (const limit of ['total', 'total=much', 'perWeek=1', 'loop=5', 'concurrent=0', 'apps=']) {
    const run = await mtg('key', 'create', EMAIL, '--name', 'never', '--limit', limit)
    assert.equal(run.exitCode, 2, limit)
    assert.match(run.stderr, /concurrent=2/)
  }
  await json('key', 'create', EMAIL, '--name', 'capped', '--limit', 'total=0.01')
  const wider = ['--parent', 'capped', '--limit', 'total=0.02']
  const { exitCode, stderr } = await mtg('key', 'create', EMAIL, '--name', 'never', ...wider)
  assert.equal(exitCode, 1)
  assert.match(stderr, /wider than that of the key "capped"/)
  const orphan = await mtg('key', 'create', EMAIL, '--name', 'never', '--parent', 'nobody')
  assert.equal(orphan.exitCode, 1)
})

test('a file sets limits once: what was changed since stays, until its author changes theirs', async () => {
  const email = 'filed@example.test'
  const apply = async (keys: object[]) => {
    const file = join(dir, 'keys.json')
    writeFileSync(file, JSON.stringify({ buyers: [{ email, keys }] }))
    return (await json('apply', '-f', file)) as { changedCount: number; keptBack: string[] }
  }
  const limitsOf = async (name: string) => ((await json('key', 'limits', email, name)) as KeyShown).limits
  const top = { name: 'top', key: 'vnb-sk-cli-filed-top-1', limits: { total: '0.05' } }
  const child = {
    name: 'child',
    parent: 'top',
    key: 'vnb-sk-cli-filed-child-1',
    limits: { loop: { calls: 5, seconds: 60 } },
  }
  await apply([child, top])
  assert.deepEqual(
    [await limitsOf('top'), await limitsOf('child')],
    [top.limits, child.limits].map(limits => ({ ...limits })),
  )
  assert.equal((await apply([child, top])).changedCount, 0)
  await json('key', 'limits', email, 'top', '--limit', 'total=0.04')
  await apply([child, { ...top, scope: 'mcp:tools llm:completions mcp:more' }])
  assert.deepEqual(await limitsOf('top'), { total: '0.04' })
  await apply([child, { ...top, limits: { total: '0.03', maxPrice: '0.01' } }])
  assert.deepEqual(await limitsOf('top'), { total: '0.03', maxPrice: '0.01' })
  await apply([child, { name: 'top', key: top.key }])
  assert.deepEqual(await limitsOf('top'), {})
  const wider = await mtg('key', 'limits', email, 'child', '--limit', 'total=9')
  assert.equal(wider.exitCode, 0, wider.stderr)
})

test('suspend and resume take effect for buyers and publishers', async () => {
  await json('suspend', 'buyer', EMAIL)
  await until(async () => (await call()).code === 'buyer_suspended')
  await json('resume', 'buyer', EMAIL)
  await until(async () => (await call()).status === 200)
  await json('suspend', 'publisher', 'acme')
  assert.equal((await call()).code, 'publisher_suspended')
  await json('resume', 'publisher', 'acme')
  assert.equal((await call()).status, 200)
})

test('a purchase is ended and brought back by command, and never by the file', async () => {
  const statusOf = async () => {
    const { purchases } = (await json('purchase', 'list', EMAIL)) as { purchases: { status: string; tier: string }[] }
    return purchases.map(({ status, tier }) => `${tier} ${status}`)
  }
  const file = join(dir, 'changed-elsewhere.json')
  const changed = marketplace().replace('"tier":"paid"}', '"tier":"paid","used":1}')
  assert.deepEqual(await statusOf(), ['paid active'])
  await json('purchase', 'deactivate', EMAIL, 'acme/search')
  assert.equal((await call()).code, 'subscription_inactive')
  writeFileSync(file, changed)
  const applied = await mtg('apply', '-f', file)
  assert.match(applied.stdout, /stays inactive: mtg purchase activate ada@example\.test acme\/search/)
  assert.equal((await call()).code, 'subscription_inactive')
  await json('purchase', 'activate', EMAIL, 'acme/search')
  assert.equal((await call()).status, 200)
  await json('purchase', 'cancel', EMAIL, 'acme/search')
  assert.equal((await mtg('purchase', 'renew', EMAIL, 'acme/search')).exitCode, 1)
  await json('purchase', 'obtain', EMAIL, 'acme/search', '--tier', 'paid')
  assert.deepEqual(await statusOf(), ['paid active', 'paid cancelled'])
  assert.equal((await call()).status, 200)
  writeFileSync(file, marketplace())
  await mtg('apply', '-f', file)
})

test('a payout account is disconnected and connected by command', async () => {
  await json('payout', 'disconnect', 'acme')
  assert.equal((await call()).code, 'publisher_not_payable')
  await json('payout', 'connect', 'acme', 'acct_acme')
  assert.equal((await call()).status, 200)
})

test('applying the same file again changes nothing, and a bad file changes nothing either', async () => {
  const file = join(dir, 'marketplace.json')
  writeFileSync(file, marketplace())
  assert.deepEqual(await json('apply', '-f', file), { changedCount: 0, generatedKeys: [], keptBack: [] })
  writeFileSync(file, 'publishers:\n  - username: newcomer\n    colour: red\n')
  const refused = await mtg('apply', '-f', file)
  assert.equal(refused.exitCode, 1)
  assert.match(refused.stderr, /marketplace\.json:3: .*colour/)
  assert.equal((await mtg('suspend', 'publisher', 'newcomer')).exitCode, 1)
})

test('signing keys are listed and rotate: the next one is told when it will sign', async () => {
  interface View {
    keys: { kid: string; state: string }[]
    takesEffectAt?: string
  }
  const before = (await json('signing-key', 'list')) as View
  assert.ok(before.keys.some(key => key.state === 'current') && before.keys.some(key => key.state === 'next'))
  const rotated = (await json('signing-key', 'rotate')) as View
  assert.match(rotated.takesEffectAt ?? '', /^20\d\d-/)
})

test("a failing app's circuit is listed with its edge, and closed by name", async () => {
  publisher.behave(behaviours.reply(503))
  try {
    await eventually(async () => assert.equal((await call()).code, 'app_offline'))
    const { circuits } = (await json('circuits', 'list')) as { circuits: object[] }
    assert.ok(circuits.some(circuit => 'app' in circuit && circuit.app === 'acme/search'))
  } finally {
    publisher.behave(behaviours.wellBehaved())
  }
  assert.match((await mtg('circuits', 'list')).stdout, /acme\/search +(open|half_open) .* 1 of 1/)
  assert.deepEqual(await json('circuits', 'close', 'acme/search'), { app: 'acme/search', edges: 1, closed: 1 })
  const { circuits: left } = (await json('circuits', 'list')) as { circuits: { state: string }[] }
  assert.ok(left.every(({ state }) => state === 'closed'))
  assert.equal((await call()).status, 200)
})

test('grants are listed, and revoking none is fine', async () => {
  assert.deepEqual(await json('grants', 'list', EMAIL), { grants: [] })
  assert.deepEqual(await json('grants', 'revoke', EMAIL), { revokedCount: 0 })
})

test('dead letters are listed, and replaying none is fine', async () => {
  assert.deepEqual(await json('dead-letters', 'list'), { deadLetters: [] })
  assert.deepEqual(await json('dead-letters', 'replay'), { replayedCount: 0, failedCount: 0 })
})

test('topup leads to a page where paying fills the wallet, and what is paid in can be spent', async () => {
  const poor = 'poor@example.test'
  const started = (await json('topup', poor, '5')) as { amount: string; checkoutUrl: string }
  assert.equal(started.amount, '5.00')
  assert.ok(started.checkoutUrl.startsWith(`${gateway.baseUrl}/`), started.checkoutUrl)
  assert.match(await (await fetch(started.checkoutUrl)).text(), /\$5\.00/)
  const paid = await fetch(started.checkoutUrl, { method: 'POST', body: new URLSearchParams({ action: 'pay' }) })
  assert.match(await paid.text(), /Paid/)
  await until(async () => ((await json('wallet', poor)) as { balance: string }).balance === '5.00')
  assert.equal((await call('vnb-sk-cli-poor-0001')).status, 200)
  assert.equal(((await json('wallet', poor)) as { balance: string }).balance, '4.998')
})

test('topup refuses what cannot be paid in, and says why', async () => {
  for (const [amount, reason] of [
    ['4.99', 'between 5 and 1000 USD'],
    ['1000.01', 'between 5 and 1000 USD'],
    ['5.001', 'whole number of cents'],
    ['much', 'decimal number'],
  ] as const) {
    const run = await mtg('topup', EMAIL, amount)
    assert.equal(run.exitCode, 1, amount)
    assert.ok(run.stderr.includes(reason), run.stderr)
  }
})

test('partitions are listed, sealed and exported as far as there are any', async () => {
  assert.deepEqual(await json('ledger', 'partitions'), { partitions: [] })
  assert.deepEqual(await json('ledger', 'seal'), { sealed: [], next: null })
  assert.match((await mtg('ledger', 'partitions')).stdout, /No call has been settled away yet/)
  const run = await mtg('ledger', 'export')
  assert.equal(run.exitCode, 1)
  assert.match(run.stderr, /LEDGER_EXPORT_DIR/)
})

test('months of usage records are listed, sealed, exported and verified as far as there are any', async () => {
  assert.deepEqual(await json('records', 'list'), { months: [] })
  assert.deepEqual(await json('records', 'seal'), { sealed: [], next: null })
  assert.deepEqual(await json('records', 'verify'), { sound: true, checks: [] })
  assert.match((await mtg('records', 'list')).stdout, /No month is sealed yet/)
  const run = await mtg('records', 'export')
  assert.equal(run.exitCode, 1)
  assert.match(run.stderr, /USAGE_EXPORT_DIR/)
})

test('a broken ledger is one JSON document that names the breach, and exits 1', async () => {
  const admin = new Client({ connectionString: gateway.servers.databaseUrl })
  await admin.connect()
  await admin.query('UPDATE billing.wallets SET posted = posted + 1')
  const run = await mtg('ledger', 'verify', '--json')
  await admin.query('UPDATE billing.wallets SET posted = posted - 1')
  await admin.end()
  assert.equal(run.exitCode, 1)
  const verdict = JSON.parse(run.stdout) as { sound: boolean; checks: { breachCount: number; breaches: string[] }[] }
  assert.equal(verdict.sound, false)
  assert.ok(verdict.checks.some(check => check.breachCount > 0 && check.breaches.length > 0))
})

const wrong: [what: string, args: string[], exitCode: number, text: RegExp][] = [
  ['an unknown buyer', ['wallet', 'nobody@example.test'], 1, /No buyer has the e-mail/],
  ['an unknown call', ['explain', '01890a5d-ac96-774b-bcce-b302099a8057'], 1, /Nothing is known/],
  ['an unknown command', ['walet'], 2, /unknown command|did you mean/i],
  ['a missing argument', ['wallet'], 2, /missing required argument/],
  ['a dead letter that is no number', ['dead-letters', 'replay', 'first'], 2, /not the id/],
  ['a bad time', ['usage', EMAIL, '--from', 'yesterday'], 2, /not a time/],
  ['a file that is not there', ['apply', '-f', 'nothing.yaml'], 2, /cannot be read/],
]
for (const [what, args, exitCode, text] of wrong) {
  test(`${what} exits ${exitCode} and says why`, async () => {
    const run = await mtg(...args)
    assert.equal(run.exitCode, exitCode)
    assert.match(run.stderr, text)
  })
}

test('a receipt is verified offline with a saved JWKS, and what was changed or signed by others is refused', async () => {
  const callId = String((await call()).callId)
  const bearer = { headers: { authorization: `Bearer ${KEY}` } }
  const answer = await fetch(`${gateway.baseUrl}/api/v1/calls/${callId}/receipt`, bearer)
  assert.equal(answer.status, 200)
  const receipt = await answer.text()
  const [receiptFile, jwksFile, forgedFile] = ['receipt.jws', 'jwks.json', 'forged.jws'].map(name => join(dir, name))
  assert.ok(receiptFile && jwksFile && forgedFile)
  const jwks = await (await fetch(`${gateway.baseUrl}/.well-known/jwks.json`)).text()
  writeFileSync(receiptFile, `${receipt}\n`)
  writeFileSync(jwksFile, jwks)
  const verified = (await json('receipt', 'verify', receiptFile, '--jwks', jwksFile)) as Record<string, unknown>
  assert.deepEqual([verified.valid, verified.kind, verified.issuer], [true, 'receipt', gateway.baseUrl])
  const said = verified.document as Record<string, unknown>
  assert.deepEqual([said.callId, said.outcome, said.charged], [callId, 'charged', '0.002'])
  const asText = await mtg('receipt', 'verify', receiptFile, '--jwks', `${gateway.baseUrl}/.well-known/jwks.json`)
  assert.match(asText.stdout, /charged +0\.002/)

  const [head = '', payload = '', signature = ''] = receipt.split('.')
  const cheaper = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('0.002', '0.001')).toString(
    'base64url',
  )
  const token = await fetch(`${gateway.baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: KEY }),
  })
  const { access_token: accessToken } = (await token.json()) as { access_token: string }
  const otherKeys = JSON.stringify({ keys: [] })
  for (const [text, keys, reason, more = []] of [
    [`${head}.${cheaper}.${signature}`, jwks, /signature is wrong/],
    [accessToken, jwks, /neither a receipt nor a statement/],
    ['hello', jwks, /no receipt of this gateway/],
    [receipt, otherKeys, /None of these keys/],
    [receipt, '[]', /no JWKS/],
    [receipt, jwks, /no receipt of this gateway/, ['--issuer', 'https://elsewhere.example']],
    [receipt, jwks, /has no digest of the request/, ['--request', receiptFile]],
  ] as const) {
    writeFileSync(forgedFile, text)
    writeFileSync(jwksFile, keys)
    const run = await mtg('receipt', 'verify', forgedFile, '--jwks', jwksFile, ...more)
    assert.deepEqual([run.exitCode, run.stdout], [1, ''])
    assert.match(run.stderr, reason)
  }
})

test('operators are made and ended by command, and the audit log says who did it', async () => {
  const origin = String(gateway.console)
  const session = await fetch(`${origin}/api/v1/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'op@example.test', password: 'correct horse battery' }),
  })
  assert.equal(session.status, 201)
  const unverified = await mtg('operator', 'add', 'op@example.test')
  assert.equal(unverified.exitCode, 1)
  assert.match(unverified.stderr, /email_not_verified/)
  const database = new Client({ connectionString: gateway.servers.databaseUrl })
  await database.connect()
  await database.query(`UPDATE auth.logins SET email_verified_at = now() WHERE email_key = 'op@example.test'`)
  await database.end()
  await json('operator', 'add', 'OP@example.test')
  const { operators } = (await json('operator', 'list')) as { operators: { email: string }[] }
  assert.deepEqual(
    operators.map(({ email }) => email),
    ['op@example.test'],
  )
  assert.deepEqual(await json('operator', 'remove', 'op@example.test'), { email: 'op@example.test', removed: true })
  const { entries } = (await json('audit', '--action', 'OperatorService.AddOperator')) as { entries: Entry[] }
  assert.deepEqual(
    entries.map(({ road, target, outcome, code }) => [road, target, outcome, code]),
    [
      ['mtg', 'account:OP@example.test', 'done', null],
      ['mtg', 'account:op@example.test', 'refused', 'email_not_verified'],
    ],
  )
  assert.match(entries[0]?.actor.name ?? '', /@/)
  const asText = await mtg('audit', '--target', 'account:op@example.test', '--limit', '1')
  assert.match(asText.stdout, /OperatorService\.RemoveOperator +account:op@example\.test +done/)
})

interface Entry {
  readonly road: string
  readonly target: string
  readonly outcome: string
  readonly code: string | null
  readonly actor: { readonly name: string }
}

test('every command explains itself', async () => {
  for (const args of [
    [],
    ['apply'],
    ['wallet'],
    ['usage'],
    ['ledger'],
    ['reconcile'],
    ['key', 'create'],
    ['key', 'limits'],
    ['key', 'list'],
    ['key', 'revoke'],
    ['suspend'],
    ['grants'],
    ['signing-key'],
    ['explain'],
    ['dead-letters', 'replay'],
    ['receipt', 'verify'],
    ['operator', 'add'],
    ['audit'],
  ]) {
    const run = await mtg(...args, '--help')
    assert.equal(run.exitCode, 0)
    assert.match(run.stdout, /Usage: mtg/)
  }
})

test('without a running gateway it says how to start one', async () => {
  const { AUTH_GRPC: _auth, BILLING_GRPC: _billing, ...env } = process.env
  const run = await runWith({ ...env, DATA_DIR: join(dir, 'nowhere') }, ['wallet', EMAIL])
  assert.equal(run.exitCode, 1)
  assert.match(run.stderr, /npm start/)
})

/** Long: only what fails waits for it. */
const UNTIL_TIMEOUT_MS = 60_000

async function until(check: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + UNTIL_TIMEOUT_MS
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error('it did not come true in time')
  }
}

test('identities and NATS users are made anew each time, complete, and without a running gateway', async () => {
  const { AUTH_GRPC: _auth, BILLING_GRPC: _billing, ...env } = process.env
  const json = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await runWith(env, [...args, '--json'])
    assert.equal(exitCode, 0, stderr)
    return JSON.parse(stdout) as Record<string, unknown>
  }
  const [first, second] = [await json('identities'), await json('identities')]
  assert.deepEqual(Object.keys(first), Object.keys(second))
  for (const [key, value] of Object.entries(first)) assert.notEqual(second[key], value, key)
  assert.deepEqual(
    Object.keys(first).filter(key => key.startsWith('grpc-callers-')),
    ['auth', 'billing', 'edge-proxy', 'metering', 'oauth-server'].map(name => `grpc-callers-${name}`),
  )
  assert.match(String(first['grpc-callers-billing']), /^edge-proxy=[0-9a-f]{64},/)
  const { users } = (await json('nats-users', '--prefix', 'shop.')) as { users: { user: string; password: string }[] }
  assert.deepEqual(
    users.map(({ user }) => user),
    ['edge-proxy', 'auth', 'billing', 'metering'],
  )
  assert.equal(new Set(users.map(({ password }) => password)).size, users.length)
  assert.ok(JSON.stringify(users).includes('shop.usage.v1.recorded'))
})
