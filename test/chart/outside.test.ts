import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { chart, render, root } from './src/helm.ts'
import { type Manifest, named, ofKind } from './src/manifests.ts'
import { everything } from './src/values-schema.ts'

const withIngress = async (values: Record<string, unknown> = {}) =>
  (
    await render({
      profiles: ['values-trial.yaml'],
      values: { baseUrl: 'https://gw.example.com', ingress: { enabled: true, tlsSecret: 'tls' }, ...values },
    })
  ).manifests

/** What the gateway answers: the paths of the edge's own routes. */
const edgePaths = (): string[] => {
  const source = readFileSync(join(root, 'services/edge-proxy/src/http/paths.ts'), 'utf8')
  const paths = [...source.matchAll(/'(\/(?:v1-beta|oauth|authorize|\.well-known|health)[^']*)'/g)].map(
    match => match[1] ?? '',
  )
  return [...paths, '/v1-beta/mcp/publisher/app', '/.well-known/oauth-protected-resource'].map(path =>
    path.replace('*', 'x'),
  )
}

/** As "Prefix" and "PathPrefix" match: whole segments. */
const matches = (prefix: string, path: string) =>
  prefix === '/' || path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`)

test('the Ingress takes every path of the gateway, OAuth included, to the edge, on the host of baseUrl', async () => {
  const ingress = named(await withIngress(), 'Ingress', 'gw-mtg')
  const [rule] = ingress.spec?.rules ?? []
  assert.equal(rule?.host, 'gw.example.com')
  assert.deepEqual(ingress.spec?.tls, [{ hosts: ['gw.example.com'], secretName: 'tls' }])
  const paths = rule.http?.paths ?? []
  assert.ok(
    edgePaths().includes('/oauth/x') && edgePaths().includes('/.well-known/x') && edgePaths().includes('/authorize'),
  )
  for (const path of edgePaths()) {
    const backend = paths.find(known => matches(known.path ?? '', path))?.backend
    assert.deepEqual(backend?.service, { name: 'gw-mtg-edge-proxy', port: { number: 8080 } }, path)
  }
})

test('the HTTPRoute takes every path to the edge, and does not cut streams off', async () => {
  const { manifests } = await render({ profiles: [everything] })
  const route = named(manifests, 'HTTPRoute', 'gw-mtg')
  assert.deepEqual(route.spec?.hostnames, ['gateway.example.com'])
  assert.deepEqual(route.spec.parentRefs, [{ name: 'public', namespace: 'gateways' }])
  const [rule] = route.spec.rules ?? []
  const prefixes = (rule?.matches ?? []).map(({ path }) => path?.value ?? '')
  for (const path of edgePaths()) {
    assert.ok(
      prefixes.some(prefix => matches(prefix, path)),
      path,
    )
  }
  assert.deepEqual(rule?.backendRefs, [{ name: 'gw-mtg-edge-proxy', port: 8080 }])
  assert.deepEqual(rule.timeouts, { request: '0s' })
})

test('paths can be narrowed', async () => {
  const ingress = named(await withIngress({ paths: ['/v1-beta', '/oauth'] }), 'Ingress', 'gw-mtg')
  assert.deepEqual(
    ingress.spec?.rules?.[0]?.http?.paths?.map(({ path }) => path),
    ['/v1-beta', '/oauth'],
  )
})

test('nothing is exposed unless it is asked for', async () => {
  const { manifests } = await render({ profiles: ['values-trial.yaml'] })
  for (const kind of ['Ingress', 'HTTPRoute', 'ServiceMonitor', 'PrometheusRule'] as const) {
    assert.deepEqual(ofKind(manifests, kind), [], kind)
  }
  const types = ofKind(manifests, 'Service').map(({ spec }) => spec?.type)
  assert.deepEqual([...new Set(types)], ['ClusterIP'])
})

test('the ServiceMonitor finds the ops port of every service once', async () => {
  const { manifests } = await render({ profiles: [everything] })
  const { spec, metadata } = named(manifests, 'ServiceMonitor', 'gw-mtg')
  assert.equal(metadata.labels?.release, 'prometheus')
  const port = spec?.endpoints?.[0]?.port
  const scraped = ofKind(manifests, 'Service').filter(
    service =>
      Object.entries(spec?.selector.matchLabels ?? {}).every(
        ([key, value]) => service.metadata.labels?.[key] === value,
      ) && service.spec?.ports?.some(({ name }) => name === port),
  )
  assert.deepEqual(
    scraped.map(service => service.metadata.name).sort(),
    ['auth', 'billing-north', 'billing', 'console', 'edge-proxy', 'metering', 'oauth-server'].map(
      name => `gw-mtg-${name}-replicas`,
    ),
  )
})

interface RuleGroups {
  groups: { rules: { alert?: string; expr: string; annotations?: Record<string, string> }[] }[]
}

test('alerts arrive as they are written where nothing tells installations apart, with links to the runbook', async () => {
  const { manifests } = await render({
    profiles: [everything],
    values: { monitoring: { rules: { runbookUrl: 'https://wiki.test/runbook', perInstallation: false } } },
  })
  const rules = rulesOf(named(manifests, 'PrometheusRule', 'gw-mtg').spec as unknown as RuleGroups)
  const written = rulesOf(parse(readFileSync(join(chart, 'alerts/gateway.yaml'), 'utf8')) as RuleGroups)
  assert.deepEqual(
    rules.map(({ alert, expr }) => [alert, expr]),
    written.map(({ alert, expr }) => [alert, expr]),
  )
  assert.ok(rules.length > 5)
  for (const { annotations } of rules) assert.match(annotations?.runbook_url ?? '', /^https:\/\/wiki\.test\/runbook#/)
})

const rulesOf = ({ groups }: RuleGroups) => groups.flatMap(({ rules }) => rules)

test('dashboards arrive byte for byte, each in a ConfigMap that Grafana finds and Kubernetes has room for', async () => {
  const { manifests } = await render({ profiles: [everything] })
  const boards: (Manifest & { data?: Record<string, string> })[] = ofKind(manifests, 'ConfigMap')
  assert.ok(boards.length >= 1)
  for (const { metadata, data = {} } of boards) {
    assert.equal(metadata.labels?.grafana_dashboard, '1')
    for (const [file, text] of Object.entries(data)) {
      const written = readFileSync(join(chart, 'dashboards', file), 'utf8')
      assert.deepEqual(JSON.parse(text), JSON.parse(written))
      assert.ok(Buffer.byteLength(text) < 1_000_000, file)
    }
  }
})
