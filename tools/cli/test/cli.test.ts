import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  type Constellation,
  callMcp,
  callTool,
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
  gateway = await startConstellation({ marketplace: marketplace() })
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
  const { auth, billing, metering, oauth } = gateway.grpc
  const addresses = { AUTH_GRPC: auth, BILLING_GRPC: billing, METERING_GRPC: metering, OAUTH_GRPC: oauth }
  const env = { ...process.env, ...addresses, GRPC_TOKEN: gateway.secretOf('operator') }
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

test('every command explains itself', async () => {
  for (const args of [
    [],
    ['apply'],
    ['wallet'],
    ['usage'],
    ['ledger'],
    ['reconcile'],
    ['key', 'create'],
    ['suspend'],
    ['grants'],
    ['signing-key'],
    ['explain'],
    ['dead-letters', 'replay'],
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

async function until(check: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error('it did not come true in 20 s')
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
