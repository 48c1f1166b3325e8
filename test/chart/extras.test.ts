import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { chart, lint, render, root } from './src/helm.ts'
import { type Manifest, named, ofKind, podsOf } from './src/manifests.ts'
import { readNetwork, stranger } from './src/network.ts'

const trialWith = async (values: Record<string, unknown>): Promise<readonly Manifest[]> =>
  (await render({ profiles: ['values-trial.yaml'], values })).manifests
const productionWith = async (values: Record<string, unknown> = {}): Promise<readonly Manifest[]> =>
  (await render({ profiles: ['values-production.yaml'], values })).manifests
const podOf = (manifests: readonly Manifest[], component: string) => {
  const pod = podsOf(manifests).find(({ labels }) => labels['app.kubernetes.io/component'] === component)
  assert.ok(pod, component)
  return pod.spec
}

test('placement, priority and labels reach every pod: jobs, the smoke test and bundled servers too', async () => {
  const tolerations = [{ key: 'gateway', operator: 'Exists' }]
  const defaults = {
    tolerations,
    nodeSelector: { pool: 'gateway' },
    priorityClassName: 'high',
    podLabels: { team: 'a' },
    podAnnotations: { 'example.com/owner': 'a' },
  }
  const manifests = await trialWith({ defaults })
  const pods = podsOf(manifests)
  assert.equal(pods.length, 12)
  for (const { maker, spec, labels } of pods) {
    assert.deepEqual(spec.tolerations, tolerations, maker)
    assert.deepEqual(spec.nodeSelector, { pool: 'gateway' }, maker)
    assert.equal(spec.priorityClassName, 'high', maker)
    assert.equal(labels.team, 'a', maker)
  }
  for (const kind of ['Deployment', 'StatefulSet', 'Job'] as const) {
    for (const { metadata, spec } of ofKind(manifests, kind)) {
      assert.equal(spec?.template.metadata?.annotations?.['example.com/owner'], 'a', metadata.name)
    }
  }
})

test('a job or a bundled server may be placed on its own', async () => {
  const manifests = await trialWith({
    defaults: { priorityClassName: 'high', nodeSelector: { pool: 'gateway' } },
    migrations: { priorityClassName: 'low', nodeSelector: {} },
    postgresql: { bundled: { nodeSelector: { disk: 'fast' } } },
    smokeTest: { tolerations: [{ operator: 'Exists' }] },
  })
  assert.equal(podOf(manifests, 'migrations').priorityClassName, 'low')
  assert.equal(podOf(manifests, 'migrations').nodeSelector, undefined)
  assert.deepEqual(podOf(manifests, 'postgresql').nodeSelector, { disk: 'fast' })
  assert.deepEqual(podOf(manifests, 'redis').nodeSelector, { pool: 'gateway' })
  assert.deepEqual(podOf(manifests, 'smoke-test').tolerations, [{ operator: 'Exists' }])
})

test('Helm is told to wait for as long as the migrations may take, wherever a command is shown', () => {
  const values = parse(readFileSync(join(chart, 'values.yaml'), 'utf8'), { merge: true }) as {
    migrations: { timeoutSeconds: number }
  }
  const files = ['README.md', 'values-trial.yaml', 'values-production.yaml'].map(file => join(chart, file))
  const pages = ['README.md', 'docs/operations.md', 'docs/install.md', 'CHANGELOG.md'].map(file => join(root, file))
  const commands = [...files, ...pages].flatMap(file => {
    const text = readFileSync(file, 'utf8').replaceAll(/\\\n\s*/g, '')
    return [...text.matchAll(/helm (install|upgrade) .*/g)].map(([command]) => ({ file, command }))
  })
  assert.ok(commands.length >= 3)
  for (const { file, command } of commands) {
    const minutes = Number(/--timeout (\d+)m/.exec(command)?.[1])
    assert.ok(60 * minutes > values.migrations.timeoutSeconds, `${file}: ${command}`)
  }
})

test('further variables, volumes and annotations of the ServiceAccount, for all or for one', async () => {
  const manifests = await trialWith({
    defaults: { extraEnv: [{ name: 'TZ', value: 'UTC' }] },
    billing: {
      extraEnv: [{ name: 'EXPORT', valueFrom: { configMapKeyRef: { name: 'c', key: 'k' } } }],
      extraEnvFrom: [{ configMapRef: { name: 'c' } }],
      extraVolumes: [{ name: 'months', persistentVolumeClaim: { claimName: 'months' } }],
      extraVolumeMounts: [{ name: 'months', mountPath: '/var/months' }],
      serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/billing' } },
    },
  })
  const variables = (component: string) => podOf(manifests, component).containers[0]?.env ?? []
  assert.ok(variables('auth').some(({ name, value }) => name === 'TZ' && value === 'UTC'))
  assert.ok(variables('billing').some(({ name, valueFrom }) => name === 'EXPORT' && valueFrom != null))
  const billing = podOf(manifests, 'billing')
  assert.ok(billing.volumes?.some(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName === 'months'))
  assert.ok(billing.containers[0]?.volumeMounts?.some(({ mountPath }) => mountPath === '/var/months'))
  assert.deepEqual(billing.containers[0]?.envFrom, [{ configMapRef: { name: 'c' } }])
  const account = named(manifests, 'ServiceAccount', 'gw-mtg-billing')
  assert.equal(account.metadata.annotations?.['eks.amazonaws.com/role-arn'], 'arn:aws:iam::1:role/billing')
  assert.equal(named(manifests, 'ServiceAccount', 'gw-mtg-auth').metadata.annotations, undefined)
})

test('a variable that the chart sets itself is not overruled in silence', async () => {
  await assert.rejects(
    trialWith({ billing: { extraEnv: [{ name: 'REDIS_URL', value: 'x' }] } }),
    /extraEnv: billing already has REDIS_URL/,
  )
})

test('labels for all that the chart makes, and never a selector', async () => {
  const manifests = await trialWith({ commonLabels: { 'cost-center': '42', 'app.kubernetes.io/name': 'other' } })
  for (const { kind, metadata } of manifests) {
    assert.equal(metadata.labels?.['cost-center'], '42', `${kind} ${metadata.name}`)
    assert.equal(metadata.labels['app.kubernetes.io/name'], 'metered-tool-gateway')
  }
  for (const { labels } of podsOf(manifests)) assert.equal(labels['cost-center'], '42')
  for (const { spec } of ofKind(manifests, 'Deployment')) {
    assert.equal(spec?.selector.matchLabels?.['cost-center'], undefined)
  }
})

test('further objects come along, as YAML or text, filled in', async () => {
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: '{{ .Release.Name }}-own', namespace: '{{ .Release.Namespace }}' },
  }
  const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: second-{{ .Release.Name }}'
  const manifests = await trialWith({ extraObjects: [object, text] })
  named(manifests, 'ConfigMap', 'gw-own')
  named(manifests, 'ConfigMap', 'second-gw')
})

test("the edge's load balancer: its class, who gets in, whose addresses it keeps", async () => {
  const service = {
    type: 'LoadBalancer',
    loadBalancerClass: 'service.k8s.aws/nlb',
    loadBalancerSourceRanges: ['203.0.113.0/24'],
    externalTrafficPolicy: 'Local',
  }
  const { spec } = named(await trialWith({ edgeProxy: { service } }), 'Service', 'gw-mtg-edge-proxy')
  assert.equal(spec?.loadBalancerClass, 'service.k8s.aws/nlb')
  assert.deepEqual(spec.loadBalancerSourceRanges, ['203.0.113.0/24'])
  assert.equal(spec.externalTrafficPolicy, 'Local')
})

test('headers for the collector come from a Secret, to services that trace', async () => {
  const headers = { existingSecret: 'vendor', key: 'otlp' }
  const manifests = await trialWith({ tracing: { endpoint: 'https://otlp.example.com', headers } })
  const variable = (component: string) =>
    podOf(manifests, component).containers[0]?.env?.find(({ name }) => name === 'OTEL_EXPORTER_OTLP_HEADERS')
  assert.deepEqual(variable('edge-proxy')?.valueFrom, { secretKeyRef: { name: 'vendor', key: 'otlp' } })
  assert.equal(variable('toolbox'), undefined)
  await assert.rejects(trialWith({ tracing: { headers } }), /no tracing\.endpoint/)
})

test('files to log in at NATS with are mounted where it is used, and nowhere else', async () => {
  const nats = { files: { existingSecret: 'nats-files' } }
  const manifests = await productionWith({ nats })
  const mounts = (component: string) =>
    (podOf(manifests, component).containers[0]?.volumeMounts ?? []).map(({ mountPath }) => mountPath)
  for (const component of ['edge-proxy', 'auth', 'billing', 'metering']) {
    assert.ok(mounts(component).includes('/etc/mtg/nats'), component)
  }
  for (const component of ['oauth-server', 'console', 'migrations']) {
    assert.ok(!mounts(component).includes('/etc/mtg/nats'), component)
  }
})

test('a chart that has this one as a dependency may switch it by `enabled`', async () => {
  assert.match(
    await lint({ profiles: ['values-trial.yaml'], values: { enabled: true, global: { any: 1 } } }),
    /0 chart\(s\) failed/,
  )
})

test("the name server's cache on each node is reached, and the cloud's metadata beside it is not", async () => {
  const network = readNetwork(await trialWith({}))
  for (const component of ['edge-proxy', 'billing', 'migrations', 'smoke-test']) {
    assert.ok(network.permits(network.end(component), { address: '169.254.20.10' }, 53, 'UDP'), component)
    assert.ok(!network.permits(network.end(component), { address: '169.254.169.254' }, 53, 'UDP'), component)
    assert.ok(!network.permits(network.end(component), { address: '169.254.20.10' }, 80), component)
  }
})

test('production: a collector in the cluster is reached by its namespace, and the toolbox reaches every gRPC port', async () => {
  const network = readNetwork(await productionWith({ toolbox: { enabled: true } }))
  assert.ok(network.permits(network.end('billing'), stranger('observability'), 4318))
  assert.ok(!network.permits(network.end('billing'), stranger('elsewhere'), 4318))
  for (const component of ['edge-proxy', 'auth', 'billing', 'metering', 'oauth-server']) {
    assert.ok(network.permits(network.end('toolbox'), network.end(component), 9090), component)
  }
})

test('production: both public hosts are routed by the Gateway API, the console to its own pods', async () => {
  const manifests = await productionWith()
  assert.deepEqual(ofKind(manifests, 'Ingress'), [])
  const backend = (name: string) => {
    const { spec } = named(manifests, 'HTTPRoute', name)
    return [spec?.hostnames, spec?.rules?.[0]?.backendRefs?.map(({ name: service }) => service)]
  }
  assert.deepEqual(backend('gw-mtg'), [['gateway.example.com'], ['gw-mtg-edge-proxy']])
  assert.deepEqual(backend('gw-mtg-console'), [['console.gateway.example.com'], ['gw-mtg-console']])
  const network = readNetwork(manifests)
  for (const component of ['edge-proxy', 'console']) {
    assert.ok(network.permits(stranger('gateways'), network.end(component), 8080), component)
    assert.ok(!network.permits(stranger('elsewhere'), network.end(component), 8080), component)
  }
})

test("an Ingress takes the console's own host to it, under the same certificate", async () => {
  const manifests = await trialWith({
    baseUrl: 'https://gw.example.com',
    console: { url: 'https://console.example.com' },
    ingress: { enabled: true, tlsSecret: 'tls' },
  })
  const { spec } = named(manifests, 'Ingress', 'gw-mtg')
  assert.deepEqual(spec?.tls, [{ hosts: ['gw.example.com', 'console.example.com'], secretName: 'tls' }])
  const paths = spec.rules?.find(({ host }) => host === 'console.example.com')?.http?.paths
  assert.deepEqual(
    paths?.map(({ backend }) => backend.service?.name),
    ['gw-mtg-console'],
  )
})

test('scaling never asks for more connections than the database has for the gateway', async () => {
  await productionWith()
  const values = { billing: { autoscaling: { maxReplicas: 40 } } }
  await assert.rejects(
    productionWith(values),
    /connectionsMax: 450 are allowed, and pods could open \d+: .*billing \(40 \+ 1\) x 18/,
  )
  await productionWith({ ...values, postgresql: { connectionsMax: 1000 } })
  const pooled = { billing: { ...values.billing, settings: { DATABASE_POOL_MAX: 1 } } }
  await productionWith({ ...pooled, postgresql: { connectionsMax: 700 } })
})
