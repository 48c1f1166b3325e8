import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import {
  behaviours,
  type Constellation,
  callMcp,
  callTool,
  chat,
  eventually,
  type FakePublisher,
  startConstellation,
  startFakePublisher,
} from '@mtg/testing'
import { keys, refusingMarketplace, unknownKey } from '../shop/refusing-shop.ts'
import { type DocumentedMetric, documentedMetrics, documentedValues, root } from './documented.ts'
import { readExposition, type ToldMetric } from './exposition.ts'
import { dashboards, expressions, fillIn } from './expressions.ts'
import { alertmanagerFault, startMonitoring } from './prometheus.ts'
import { type Matcher, type Selection, selectionsOf } from './promql.ts'

const serviceNames = ['edge-proxy', 'auth', 'billing', 'metering', 'oauth-server', 'console'] as const

let gateway: Constellation
let publisher: FakePublisher
/** All services' metrics by name, after calls of many outcomes. */
let told: Map<string, ToldMetric>

/** Without an identity, as nobody of ours does. */
async function askAsStranger(): Promise<void> {
  const ledger = createClient(services.billing.LedgerService, { address: gateway.grpc.billing })
  await assert.rejects(ledger.ListBalances({}, { timeoutMs: 5000 }), { code: 'unauthenticated' })
  ledger.close()
}

before(async () => {
  publisher = await startFakePublisher()
  gateway = await startConstellation({
    marketplace: refusingMarketplace(publisher.origin),
    console: true,
    serviceEnv: { billing: { RECONCILE_INTERVAL_MS: '1000', REAP_INTERVAL_MS: '200' } },
  })
  await makeCalls()
  told = await eventually(async () => {
    const metrics = merge((await Promise.all(serviceNames.map(scrape))).flat())
    // The way of usage records is the longest.
    assert.ok(metrics.get('mtg_usage_records_total')?.series.length)
    assert.ok(metrics.get('mtg_usage_messages_total')?.series.length)
    return metrics
  })
})

after(async () => {
  await gateway?.stop()
  await publisher?.close()
})

async function scrape(service: (typeof serviceNames)[number]): Promise<ToldMetric[]> {
  const answer = await fetch(`http://${gateway.envOf(service)['OPS_LISTEN']}/metrics`)
  assert.equal(answer.status, 200)
  return readExposition(await answer.text())
}

function merge(metrics: readonly ToldMetric[]): Map<string, ToldMetric> {
  const merged = new Map<string, ToldMetric>()
  for (const metric of metrics) {
    const known = merged.get(metric.name)
    assert.ok(known === undefined || known.type === metric.type, metric.name)
    const series = [...(known?.series ?? []), ...metric.series]
    const sampleNames = new Set([...(known?.sampleNames ?? []), ...metric.sampleNames])
    merged.set(metric.name, { ...metric, series, sampleNames })
  }
  return merged
}

const echo = (app = 'shop/tools', credential: string = keys.rich, headers = {}) =>
  callTool({ baseUrl: gateway.baseUrl, app, credential, tool: 'echo', headers })

/** Calls that end in every way that the dashboards tell apart. */
async function makeCalls(): Promise<void> {
  assert.equal((await echo()).status, 200)
  assert.equal((await echo('shop/tools', keys.rich, { 'idempotency-key': 'metrics-1' })).status, 200)
  const codes = [
    (await echo('shop/tools', unknownKey)).code,
    (await echo('shop/tools', keys.chatOnly)).code,
    (await echo('shop/unbought')).code,
    (await echo('shop/tools', keys.poor)).code,
    (await echo('shop/rate')).code ?? (await echo('shop/rate')).code,
    (await echo('shop/slow', keys.rich, { 'mcp-protocol-version': '1999-01-01' })).code,
  ]
  assert.deepEqual(codes, [
    'api_key_invalid',
    'insufficient_scope',
    'app_not_purchased',
    'insufficient_balance',
    'rate_limit_exceeded',
    'UnsupportedProtocolVersion',
  ])
  assert.equal((await callMcp({ baseUrl: gateway.baseUrl, app: 'shop/tools', credential: keys.rich })).status, 200)
  assert.equal((await chat({ baseUrl: gateway.baseUrl, app: 'shop/chat', credential: keys.rich })).status, 200)
  publisher.behave(behaviours.rpcError(-32000))
  assert.equal((await echo()).status, 200)
  publisher.behave(behaviours.reply(503))
  for (let failures = 0; failures < 5; failures += 1) await echo('shop/broken')
  assert.equal((await echo('shop/broken')).code, 'app_offline')
  publisher.behave(behaviours.stall())
  assert.equal((await echo('shop/slow')).code, 'gateway_timeout')
  await askAsStranger()
  const token = await fetch(`${gateway.baseUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams({}) })
  assert.equal(token.status, 400)
  assert.equal((await fetch(`${gateway.baseUrl}/api/v1/nothing`)).status, 404)
}

const ownMetrics = () => [...told.values()].filter(metric => metric.name.startsWith('mtg_'))

test('the documentation lists every metric that the services tell, with its type, and no other', () => {
  const shape = ({ name, type }: DocumentedMetric | ToldMetric) => `${name} ${type}`
  assert.deepEqual(documentedMetrics().map(shape).sort(), ownMetrics().map(shape).sort())
})

test('every metric has the labels that the documentation says, and has been told with them', () => {
  const labelsOf = new Map(documentedMetrics().map(({ name, labels }) => [name, labels.toSorted().join()]))
  for (const { name, series } of ownMetrics()) {
    assert.ok(series.length > 0, `${name} was never told`)
    for (const labels of series) assert.equal(Object.keys(labels).toSorted().join(), labelsOf.get(name), name)
  }
})

test('no label has a value that the documentation does not list', () => {
  const isDocumented = documentedValues()
  const seen = ownMetrics().flatMap(metric => metric.series.flatMap(labels => Object.entries(labels)))
  assert.ok(seen.length > 200)
  const unknown = seen.filter(([label, value]) => !isDocumented(label, value))
  assert.deepEqual(unknown, [])
})

const TARGET_LABELS = ['namespace', 'release', 'cell']

/** What is wrong with how an expression reads a metric. */
function faultsOf({ metric, matchers, groupedBy }: Selection): string[] {
  const found = [...told.values()].find(candidate => candidate.sampleNames.has(metric))
  if (found === undefined) return [`no service tells ${metric}`]
  const known = new Set([
    'service',
    // Given by whoever scrapes, to tell installations and cells apart.
    ...TARGET_LABELS,
    ...Object.keys(found.series[0] ?? {}),
    ...(metric.endsWith('_bucket') ? ['le'] : []),
  ])
  const unknown = [...groupedBy, ...matchers.map(matcher => matcher.label)].filter(label => !known.has(label))
  const impossible = matchers.flatMap(impossibleValues)
  return [
    ...unknown.map(label => `${metric} has no label ${label}`),
    ...impossible.map(value => `${metric} is never told with ${value}`),
  ]
}

const isDocumentedValue = documentedValues()

function impossibleValues({ label, operator, value }: Matcher): string[] {
  const values = operator.includes('~') ? value.split('|') : [value]
  if (TARGET_LABELS.includes(label)) return []
  return values.filter(one => !isDocumentedValue(label, one)).map(one => `${label}="${one}"`)
}

test('every metric, label and label value in a dashboard or alert exists', () => {
  const all = expressions()
  assert.ok(all.length > 60)
  const faults = all.flatMap(({ where, promql }) =>
    selectionsOf(promql)
      .flatMap(faultsOf)
      .map(fault => `${where}: ${fault}`),
  )
  assert.deepEqual(faults, [])
})

test('every metric that is documented is on a dashboard or in an alert', () => {
  const used = new Set(expressions().flatMap(({ promql }) => selectionsOf(promql).map(({ metric }) => metric)))
  const isUsed = ({ name }: DocumentedMetric) =>
    ['', '_bucket', '_sum', '_count'].some(suffix => used.has(name + suffix))
  assert.deepEqual(
    documentedMetrics()
      .filter(metric => !isUsed(metric))
      .map(metric => metric.name),
    [],
  )
})

test("a dashboard's legends name labels that their expressions keep, and no two panels share an id", () => {
  for (const { title, panels } of dashboards()) {
    assert.equal(new Set(panels.map(panel => panel.id)).size, panels.length, title)
    for (const { expr, legendFormat } of panels.flatMap(panel => panel.targets)) {
      const kept = new Set(selectionsOf(fillIn(expr)).flatMap(selection => selection.groupedBy))
      const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
      const lost = named.filter(label => !kept.has(label))
      assert.deepEqual(lost, [], `${title}: ${expr}`)
    }
  }
  assert.equal(new Set(dashboards().map(({ uid }) => uid)).size, 3)
})

test('no text names a metric that does not exist', () => {
  const names = new Set([...told.values()].flatMap(metric => [metric.name, ...metric.sampleNames]))
  const texts = globSync(['docs/*.md', 'services/*/README.md'], { cwd: root })
  const named = texts.flatMap(file =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/`(mtg_[a-z0-9_]+)`/g)].map(([, name = '']) => ({
      file,
      name,
    })),
  )
  assert.ok(named.length > 40)
  assert.deepEqual(
    named.filter(({ name }) => !names.has(name)),
    [],
  )
})

test('the outcomes of calls are counted by code and by who can mend them', () => {
  const calls = told.get('mtg_edge_calls_total')?.series.map(({ code, owner }) => `${code} ${owner}`) ?? []
  const expected = [
    'ok none',
    'jsonrpc_error none',
    'insufficient_balance buyer',
    'publisher_server_error publisher',
    'app_offline publisher',
    'gateway_timeout publisher',
  ]
  assert.deepEqual(
    expected.filter(outcome => !calls.includes(outcome)),
    [],
  )
})

test('a real Prometheus reads every service, and what is missing reaches a real Alertmanager by name', async context => {
  const fault = alertmanagerFault()
  if (fault !== undefined) return context.skip(`NO ALERT REACHES ANYBODY IN THIS RUN: ${fault}`)
  const scraped = serviceNames.filter(service => service !== 'console')
  const monitoring = await startMonitoring(
    scraped.map(service => ({ service, address: String(gateway.envOf(service)['OPS_LISTEN']) })),
  )
  try {
    await eventually(async () => assert.deepEqual(await monitoring.scrapes(), Array(scraped.length).fill('up')))
    const missing = await eventually(async () => {
      const alerts = (await monitoring.alerts()).filter(({ alertname }) => alertname === 'MtgServiceMissing')
      assert.equal(alerts.length, 1, JSON.stringify(alerts))
      return alerts[0]
    })
    assert.deepEqual([missing?.['service'], missing?.['severity']], ['console', 'critical'])
  } finally {
    await monitoring.close()
  }
})
