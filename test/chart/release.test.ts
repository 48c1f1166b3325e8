import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { callTool, eventually, type FakePublisher, startFakePublisher } from '@mtg/testing'
import { render } from './src/helm.ts'
import { named } from './src/manifests.ts'
import { type RunningRelease, startRelease } from './src/release.ts'

const KEY = 'vnb-sk-chart-ada-0001'
const HTTP = 8080

let publisher: FakePublisher
let release: RunningRelease
let stopped: (number | null)[] | undefined

before(async () => {
  publisher = await startFakePublisher()
  const values = {
    defaults: { drain: { delayMs: 100 } },
    edgeProxy: { publishers: { privateRanges: ['127.0.0.0/8'] } },
  }
  release = await startRelease((await render({ profiles: ['values-trial.yaml'], values })).manifests)
})
after(async () => {
  if (stopped === undefined) await release?.stop()
  await publisher?.close()
})

const mtg = (...args: string[]) => release.run('toolbox', { args: ['tools/cli/src/main.ts', ...args] })

test('a release whose migrations ran gets ready, and helm test passes', async () => {
  const { code, output } = await eventually(async () => {
    const outcome = await release.run('smoke-test')
    assert.equal(outcome.code, 0, outcome.output)
    return outcome
  })
  assert.equal(code, 0)
  assert.equal(output.match(/^ok: /gm)?.length, 5, output)
})

test('helm test fails, and says why, when the gateway calls itself otherwise', async () => {
  const { manifests } = await render({ profiles: ['values-trial.yaml'] })
  const script = named(manifests, 'Pod', 'gw-mtg-smoke-test').spec?.containers[0]?.args?.at(-1) ?? ''
  const other = script.replace('process.env.BASE_URL', '"https://elsewhere.example.com"')
  const { code, output } = await release.run('smoke-test', { args: ['--input-type=module', '-e', other] })
  assert.equal(code, 1)
  assert.match(output, /the issuer is https:\/\/elsewhere\.example\.com, but it is "http:\/\/localhost:8080"/)
})

test('migrations that run again change nothing', async () => {
  const { code, output } = await release.run('migrations')
  assert.equal(code, 0, output)
  assert.equal(output.match(/: up to date$/gm)?.length, 5, output)
})

test('the toolbox fills the gateway, a call is paid through all services, and the ledger holds', async () => {
  const limits = { perMinute: 100, perDay: 100, monthly: 100 }
  const upstream = `${publisher.origin}/mcp`
  const app = { name: 'tools', adapter: 'mcp', upstream, tiers: { paid: { price: '0.25', ...limits } } }
  const ada = { wallet: '1.00', keys: [{ name: 'k', key: KEY }], purchases: [{ app: 'acme/tools', tier: 'paid' }] }
  const marketplace = {
    publishers: [{ username: 'acme', payout: 'connected', apiKey: 'k', apps: [app] }],
    buyers: [{ email: 'ada@example.test', ...ada }],
  }
  const applied = await release.run('toolbox', {
    args: ['tools/cli/src/main.ts', 'apply', '-f', '-'],
    input: JSON.stringify(marketplace),
  })
  assert.equal(applied.code, 0, applied.output)
  const baseUrl = release.origin('edge-proxy', HTTP)
  const answer = await callTool({ baseUrl, app: 'acme/tools', credential: KEY, tool: 'echo' })
  assert.equal(answer.status, 200, answer.text)
  assert.match((await mtg('wallet', 'ada@example.test')).output, /0\.75/)
  await eventually(async () => assert.match((await mtg('usage', 'ada@example.test')).output, /acme\/tools/))
  const verified = await mtg('ledger', 'verify')
  assert.equal(verified.code, 0, verified.output)
})

test('every service ends well within its grace period', async () => {
  stopped = await release.stop()
  assert.deepEqual(stopped, [0, 0, 0, 0, 0, 0])
})
