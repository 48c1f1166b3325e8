import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ICronJob } from 'kubernetes-models/batch/v1'
import { chart, render } from './src/helm.ts'
import { componentOf, type Manifest, named, ofKind, podsOf } from './src/manifests.ts'
import { schemaFaults, typeFaults } from './src/validate.ts'

const exampleWith = async (name: string): Promise<readonly Manifest[]> =>
  (await render({ profiles: ['values-production.yaml', `examples/${name}`] })).manifests

const added: Record<string, string[]> = {
  'backup.yaml': ['CronJob gateway-backup'],
  'cert-manager.yaml': ['Certificate gateway-tls'],
  'external-secrets.yaml': ['ExternalSecret gateway-postgresql', 'ExternalSecret gateway-secrets'],
  'keda.yaml': ['ScaledObject gateway-edge-proxy'],
}

test('every example adds what it is for to the production profile, in the namespace of the release', async () => {
  assert.deepEqual(readdirSync(join(chart, 'examples')).toSorted(), Object.keys(added))
  const names = (manifests: readonly Manifest[]) => manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
  const before = names((await render({ profiles: ['values-production.yaml'] })).manifests)
  for (const [file, expected] of Object.entries(added)) {
    const manifests = await exampleWith(file)
    const news = names(manifests).filter(name => !before.includes(name))
    assert.deepEqual(news.toSorted(), expected, file)
    for (const { metadata } of manifests) assert.equal(metadata.namespace, 'gateway', `${file}: ${metadata.name}`)
  }
})

const customResources = async (): Promise<readonly Manifest[]> => {
  const monitored = { monitoring: { serviceMonitor: { enabled: false }, podMonitor: { enabled: true } } }
  const production = await render({ profiles: ['values-production.yaml'], values: monitored })
  const examples = await Promise.all(Object.keys(added).map(exampleWith))
  const own = [
    'monitoring.coreos.com',
    'gateway.networking.k8s.io',
    'cert-manager.io',
    'external-secrets.io',
    'keda.sh',
  ]
  return [...production.manifests, ...examples.flat()].filter(({ apiVersion }) =>
    own.includes(apiVersion.split('/')[0] ?? ''),
  )
}

test("what other operators read is what their own definitions take: values, and no field that they don't know", async () => {
  const resources = await customResources()
  const kinds = new Set(resources.map(({ kind }) => kind))
  for (const kind of ['Certificate', 'ExternalSecret', 'ScaledObject', 'HTTPRoute', 'PodMonitor', 'PrometheusRule']) {
    assert.ok(kinds.has(kind), kind)
  }
  assert.deepEqual(resources.flatMap(schemaFaults), [])
  assert.deepEqual(await typeFaults(resources), [])
})

test('a fault in such a resource is found: what is required and missing, a wrong value, a field that does not exist', async () => {
  const resources = structuredClone(await customResources()) as (Manifest & { spec: Record<string, unknown> })[]
  const of = (kind: string) => {
    const found = resources.find(resource => resource.kind === kind)
    assert.ok(found, kind)
    return found
  }
  const [certificate, secret, scaled] = [of('Certificate'), of('ExternalSecret'), of('ScaledObject')]
  delete certificate.spec.issuerRef
  secret.spec.target = { creationPolicy: 'Sometimes' }
  scaled.spec.triggers = 'prometheus'
  for (const faulty of [certificate, secret, scaled]) assert.equal(schemaFaults(faulty).length, 1, faulty.kind)
  const monitor = of('PodMonitor')
  monitor.spec.podMetricsEndpoint = []
  assert.match((await typeFaults([monitor])).join(), /podMetricsEndpoint/)
})

test('the certificate is for both public hosts, and KEDA scales the deployment that says no number of its own', async () => {
  const certificate = (await exampleWith('cert-manager.yaml')).find(({ kind }) => kind === 'Certificate')
  assert.match(JSON.stringify(certificate), /"dnsNames":\["gateway.example.com","console.gateway.example.com"\]/)
  const manifests = await exampleWith('keda.yaml')
  const edge = named(manifests, 'Deployment', 'gw-mtg-edge-proxy')
  assert.equal(edge.spec?.replicas, undefined)
  assert.ok(!ofKind(manifests, 'HorizontalPodAutoscaler').map(componentOf).includes('edge-proxy'))
  const scaled = manifests.find(({ kind }) => kind === 'ScaledObject')
  assert.match(JSON.stringify(scaled), /"scaleTargetRef":\{"name":"gw-mtg-edge-proxy"\}.*namespace=\\"gateway\\"/)
})

const backupJob = async () =>
  (await exampleWith('backup.yaml')).find(({ kind }) => kind === 'CronJob') as (ICronJob & Manifest) | undefined
const containerOf = (job: ICronJob | undefined) => job?.spec?.jobTemplate.spec?.template.spec?.containers[0]

test('the backup is a job that Kubernetes takes, confined like every pod, whose script a shell can read', async () => {
  const job = await backupJob()
  assert.ok(job)
  assert.deepEqual(schemaFaults(job), [])
  assert.deepEqual(await typeFaults([job]), [])
  const container = containerOf(job)
  assert.ok(container)
  assert.equal(container.securityContext?.readOnlyRootFilesystem, true)
  const script = container.args?.[0] ?? ''
  assert.deepEqual(spawnSync('sh', ['-n', '-c', script], { encoding: 'utf8' }).stderr, '')
  // The credential is named, and stands nowhere.
  const url = container.env?.find(({ name }) => name === 'ADMIN_DATABASE_URL')
  assert.deepEqual(url?.valueFrom?.secretKeyRef, { name: 'gateway-postgresql', key: 'admin-url' })
})

test('a PodMonitor in place of the ServiceMonitor finds the ops port of every service, and never both', async () => {
  const values = { monitoring: { serviceMonitor: { enabled: false }, podMonitor: { enabled: true } } }
  const { manifests } = await render({ profiles: ['values-production.yaml'], values })
  const monitor = manifests.find(({ kind }) => kind === 'PodMonitor')
  assert.ok(monitor)
  assert.deepEqual(schemaFaults(monitor), [])
  assert.match(JSON.stringify(monitor), /"port":"ops".*"targetLabel":"release"/)
  const listening = podsOf(manifests).filter(({ spec }) =>
    spec.containers[0]?.ports?.some(({ name }) => name === 'ops'),
  )
  assert.equal(listening.length, 6)
  const both = { monitoring: { podMonitor: { enabled: true } } }
  await assert.rejects(render({ profiles: ['values-production.yaml'], values: both }), /counted twice/)
})
