import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type RenderOptions, render, root } from './src/helm.ts'
import { componentOf, type Manifest, named, ofKind, podsOf } from './src/manifests.ts'
import { chartedServices } from './src/services.ts'
import { everything } from './src/values-schema.ts'

const services = chartedServices.map(({ component }) => component)
const digest = `sha256:${'a'.repeat(64)}`

/** The trial profile with some values changed. */
const trialWith = async (values: Record<string, unknown>, options: RenderOptions = {}): Promise<readonly Manifest[]> =>
  (await render({ profiles: ['values-trial.yaml'], values, ...options })).manifests
const productionWith = async (values: Record<string, unknown>) =>
  (await render({ profiles: ['values-production.yaml'], values })).manifests

const deploymentOf = (manifests: readonly Manifest[], component: string) =>
  named(manifests, 'Deployment', `gw-mtg-${component}`)
const podOf = (manifests: readonly Manifest[], component: string) => {
  const pod = podsOf(manifests).find(({ labels }) => labels['app.kubernetes.io/component'] === component)
  assert.ok(pod, component)
  return pod.spec
}
const components = (
  manifests: readonly Manifest[],
  kind: 'Deployment' | 'HorizontalPodAutoscaler' | 'PodDisruptionBudget',
) => ofKind(manifests, kind).map(componentOf).sort()

/** What the chart says when it refuses values. */
async function refusal(values: Record<string, unknown>, profiles: readonly string[] = []): Promise<string> {
  try {
    await render({ profiles, values })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  throw new Error('these values were not refused')
}

test('without values, everything that is missing is told at once', async () => {
  const message = await refusal({})
  for (const value of ['baseUrl', 'secrets', 'postgresql', 'redis', 'nats']) {
    assert.match(message, new RegExp(`- ${value}: `), value)
  }
})

test('values that contradict each other are refused', async () => {
  const trial = ['values-trial.yaml']
  const refused: [Record<string, unknown>, RegExp][] = [
    [{ redis: { url: 'redis://r:6379' } }, /redis: set exactly one of/],
    [{ nats: { existingSecret: 'own-nats' } }, /nats: set exactly one of/],
    [{ postgresql: { existingSecret: 'own-postgresql' } }, /postgresql: set either/],
    [{ postgresql: { meteringReadReplica: true } }, /meteringReadReplica/],
    [{ secrets: { existingSecret: 'own-secrets' } }, /secrets: set either/],
    [{ nats: { streamReplicas: 3 } }, /nats\.streamReplicas/],
    [{ payments: { processor: 'stripe' } }, /payments\.existingSecret/],
    [{ httpRoute: { enabled: true } }, /httpRoute\.parentRefs/],
    [{ ingress: { enabled: true }, httpRoute: { enabled: true, parentRefs: [{ name: 'g' }] } }, /enable one of them/],
  ]
  for (const [values, message] of refused) assert.match(await refusal(values, trial), message)
})

test('a value that does not exist, and one of the wrong form, is refused by the schema', async () => {
  const refused: [Record<string, unknown>, RegExp][] = [
    [{ replicas: 3 }, /replicas/],
    [{ edgeProxy: { replica: 3 } }, /replica/],
    [{ billing: { settings: { RESERVATION_TTL: 5 } } }, /RESERVATION_TTL/],
    [{ billing: { settings: { ENCRYPTION_KEY: 'in plain sight' } } }, /ENCRYPTION_KEY/],
    [{ auth: { settings: { CALLS_MAX: 5 } } }, /CALLS_MAX/],
    [{ baseUrl: 'https://gateway.example.com/path' }, /baseUrl/],
    [{ image: { digest: 'sha256:short' } }, /digest/],
    [{ edgeProxy: { publishers: { privateRanges: ['10.0.0.0'] } } }, /privateRanges/],
    [{ payments: { processor: 'paypal' } }, /processor/],
    [{ networkPolicy: { buyers: { from: [{ ipBlok: {} }] } } }, /ipBlok/],
  ]
  for (const [values, message] of refused) {
    const text = await refusal(values, ['values-trial.yaml'])
    assert.match(text, /values don't meet the specifications of the schema/)
    assert.match(text, message)
  }
})

test('image: tag, digest, pull secrets and user', async () => {
  const manifests = await trialWith({ image: { repository: 'registry.test/gw', tag: '9.9.9' } })
  for (const service of services) assert.equal(podOf(manifests, service).containers[0]?.image, 'registry.test/gw:9.9.9')
  assert.equal(podOf(manifests, 'migrations').containers[0]?.image, 'registry.test/gw:9.9.9')
  const pinned = await trialWith({ image: { digest, pullSecrets: ['registry'], userId: 1234 } })
  const pod = podOf(pinned, 'billing')
  assert.equal(pod.containers[0]?.image, `ghcr.io/metered-tool-gateway/gateway@${digest}`)
  assert.deepEqual(pod.imagePullSecrets, [{ name: 'registry' }])
  assert.equal(pod.securityContext?.runAsUser, 1234)
})

test('pods run as the user that the image is made for', async () => {
  const user = /^USER (\d+):\1$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))?.[1]
  const manifests = await trialWith({})
  for (const service of services) assert.equal(podOf(manifests, service).securityContext?.runAsUser, Number(user))
})

test('each service runs its own main file, and asks liveness and readiness of different things', async () => {
  const manifests = await trialWith({})
  for (const service of services) {
    const container = podOf(manifests, service).containers[0]
    assert.equal(container?.command?.at(-1), `services/${service}/src/main.ts`)
    assert.deepEqual(container.livenessProbe?.httpGet, { path: '/livez', port: 'ops' })
    assert.deepEqual(container.readinessProbe?.httpGet, { path: '/readyz', port: 'ops' })
    assert.deepEqual(container.startupProbe?.httpGet, { path: '/livez', port: 'ops' })
  }
})

test('replicas and all else: a component may differ from the defaults', async () => {
  const manifests = await trialWith({
    defaults: { replicas: 2, priorityClassName: 'high', nodeSelector: { disk: 'fast' }, podLabels: { team: 'a' } },
    edgeProxy: { replicas: 5, resources: { limits: { memory: '2Gi' } } },
  })
  assert.equal(deploymentOf(manifests, 'auth').spec?.replicas, 2)
  assert.equal(deploymentOf(manifests, 'edge-proxy').spec?.replicas, 5)
  const edge = podOf(manifests, 'edge-proxy')
  assert.equal(edge.priorityClassName, 'high')
  assert.deepEqual(edge.nodeSelector, { disk: 'fast' })
  assert.equal(edge.containers[0]?.resources?.limits?.memory, '2Gi')
  assert.equal(deploymentOf(manifests, 'auth').spec?.template.metadata?.labels?.team, 'a')
})

test('autoscaling: a deployment that is scaled has no replicas of its own', async () => {
  const on = await trialWith({
    defaults: { autoscaling: { enabled: true } },
    auth: { autoscaling: { enabled: false } },
  })
  assert.deepEqual(components(on, 'HorizontalPodAutoscaler'), services.filter(name => name !== 'auth').sort())
  assert.equal(deploymentOf(on, 'billing').spec?.replicas, undefined)
  assert.equal(deploymentOf(on, 'auth').spec?.replicas, 1)
  for (const scaler of ofKind(on, 'HorizontalPodAutoscaler')) {
    named(on, 'Deployment', scaler.spec?.scaleTargetRef.name ?? '')
  }
  assert.deepEqual(components(await trialWith({}), 'HorizontalPodAutoscaler'), [])
})

test('disruption budgets: one for each service, or none', async () => {
  const on = await productionWith({ defaults: { disruptionBudget: { maxUnavailable: '25%' } } })
  assert.deepEqual(components(on, 'PodDisruptionBudget'), services.toSorted())
  assert.equal(ofKind(on, 'PodDisruptionBudget')[0]?.spec?.maxUnavailable, '25%')
  assert.deepEqual(components(await trialWith({}), 'PodDisruptionBudget'), [])
})

test('pods are spread over zones and nodes, and a rollout never has fewer than before', async () => {
  const manifests = await productionWith({ billing: { topologySpread: { whenUnsatisfiable: 'DoNotSchedule' } } })
  const keys = podOf(manifests, 'billing').topologySpreadConstraints?.map(({ topologyKey, whenUnsatisfiable }) => [
    topologyKey,
    whenUnsatisfiable,
  ])
  assert.deepEqual(keys, [
    ['topology.kubernetes.io/zone', 'DoNotSchedule'],
    ['kubernetes.io/hostname', 'DoNotSchedule'],
  ])
  assert.deepEqual(deploymentOf(manifests, 'billing').spec?.strategy?.rollingUpdate, { maxUnavailable: 0, maxSurge: 1 })
  const off = await productionWith({ defaults: { topologySpread: { enabled: false } } })
  assert.equal(podOf(off, 'billing').topologySpreadConstraints, undefined)
})

test('migrations: a hook before install and upgrade, that may run again', async () => {
  for (const upgrade of [false, true]) {
    const { manifests } = await render({ profiles: ['values-production.yaml'], upgrade })
    const job = named(manifests, 'Job', 'gw-mtg-migrations')
    assert.equal(job.metadata.annotations?.['helm.sh/hook'], 'pre-install,pre-upgrade')
    assert.equal(job.metadata.annotations['helm.sh/hook-delete-policy'], 'before-hook-creation')
    assert.deepEqual(job.spec?.template.spec?.containers[0]?.command, ['node', 'tools/migrations/src/main.ts'])
    // What it needs must be there before it.
    for (const manifest of [
      named(manifests, 'ServiceAccount', 'gw-mtg-migrations'),
      named(manifests, 'NetworkPolicy', 'gw-mtg-migrations'),
    ]) {
      assert.equal(manifest.metadata.annotations?.['helm.sh/hook'], 'pre-install,pre-upgrade', manifest.kind)
      assert.equal(manifest.metadata.annotations['helm.sh/hook-weight'], '-10', manifest.kind)
    }
  }
})

test('migrations: one that failed is resolved by the arguments of the job', async () => {
  const args = ['resolve', 'billing', '20261121000000_ledger', '--rolled-back']
  const manifests = await productionWith({ migrations: { args } })
  assert.deepEqual(podOf(manifests, 'migrations').containers[0]?.args, args)
})

test('migrations of a bundled database: part of the release at first, since no hook comes after the database and before the pods', async () => {
  const first = named(await trialWith({}), 'Job', 'gw-mtg-migrations-first')
  assert.equal(first.metadata.annotations, undefined)
  const later = named(await trialWith({}, { upgrade: true }), 'Job', 'gw-mtg-migrations')
  assert.equal(later.metadata.annotations?.['helm.sh/hook'], 'pre-install,pre-upgrade')
})

test('bundled servers: each only when asked for', async () => {
  const names = async (values: Record<string, unknown>) =>
    ofKind(await trialWith(values), 'StatefulSet')
      .map(componentOf)
      .sort()
  assert.deepEqual(await names({}), ['nats', 'postgresql', 'redis'])
  const external = { url: 'redis://r.internal:6379', bundled: { enabled: false } }
  assert.deepEqual(await names({ redis: external }), ['nats', 'postgresql'])
  assert.deepEqual(ofKind(await productionWith({}), 'StatefulSet'), [])
})

test('generated Secrets outlive the release as long as the data does, and never come by default', async () => {
  const manifests = await trialWith({})
  for (const name of ['gw-mtg-secrets', 'gw-mtg-postgresql']) {
    assert.equal(named(manifests, 'Secret', name).metadata.annotations?.['helm.sh/resource-policy'], 'keep')
  }
  assert.deepEqual(ofKind(await productionWith({}), 'Secret'), [])
})

test('redis and nats: a URL, or a Secret with one', async () => {
  const manifests = await productionWith({
    redis: { existingSecret: '', url: 'redis+sentinel://a:26379,b:26379/main/0' },
    nats: { existingSecretKey: 'where' },
  })
  const env = podOf(manifests, 'billing').containers[0]?.env ?? []
  const variable = (name: string) => env.find(known => known.name === name)
  assert.equal(variable('REDIS_URL')?.value, 'redis+sentinel://a:26379,b:26379/main/0')
  assert.deepEqual(variable('NATS_URL')?.valueFrom, { secretKeyRef: { name: 'gateway-nats', key: 'where' } })
})

test('files from Secrets: certificates for all, a signing key for oauth-server alone', async () => {
  const { manifests } = await render({ profiles: [everything] })
  const mounts = (component: string) =>
    (podOf(manifests, component).containers[0]?.volumeMounts ?? []).map(({ mountPath }) => mountPath).sort()
  assert.deepEqual(mounts('oauth-server'), ['/etc/mtg/ca', '/etc/mtg/signing-key', '/tmp'])
  for (const component of ['auth', 'migrations']) assert.deepEqual(mounts(component), ['/etc/mtg/ca', '/tmp'])
  const env = podOf(manifests, 'oauth-server').containers[0]?.env ?? []
  assert.equal(env.find(({ name }) => name === 'SIGNING_KEY_FILE')?.value, '/etc/mtg/signing-key/tls.key')
})

test('toolbox: mtg with the addresses of all services, or nothing', async () => {
  const manifests = await productionWith({ toolbox: { enabled: true } })
  const env = podOf(manifests, 'toolbox').containers[0]?.env ?? []
  assert.deepEqual(env.map(({ name }) => name).sort(), [
    'AUTH_GRPC',
    'BILLING_GRPC',
    'EDGE_GRPC',
    'GRPC_TOKEN',
    'METERING_GRPC',
    'OAUTH_GRPC',
  ])
  assert.equal(components(await productionWith({}), 'Deployment').includes('toolbox'), false)
})

test('X-Forwarded-For is believed behind an Ingress or HTTPRoute, unless the values say otherwise', async () => {
  const believed = async (values: Record<string, unknown>) =>
    podOf(await trialWith(values), 'edge-proxy').containers[0]?.env?.find(({ name }) => name === 'TRUST_FORWARDED_FOR')
      ?.value
  assert.equal(await believed({}), 'false')
  assert.equal(await believed({ ingress: { enabled: true } }), 'true')
  assert.equal(await believed({ httpRoute: { enabled: true, parentRefs: [{ name: 'g' }] } }), 'true')
  assert.equal(await believed({ ingress: { enabled: true }, edgeProxy: { trustForwardedFor: false } }), 'false')
  assert.equal(await believed({ edgeProxy: { trustForwardedFor: true } }), 'true')
})

test("gRPC is balanced by clients: its Services are headless, and each name stands for every replica's address", async () => {
  const manifests = await trialWith({})
  for (const { component } of chartedServices) {
    const service = named(manifests, 'Service', `gw-mtg-${component}-replicas`)
    assert.equal(service.spec?.clusterIP, 'None', component)
  }
  const env = podOf(manifests, 'edge-proxy').containers[0]?.env ?? []
  assert.equal(env.find(({ name }) => name === 'BILLING_ADDR')?.value, 'dns:///gw-mtg-billing-replicas:9090')
})

test('fullnameOverride renames everything', async () => {
  const manifests = await trialWith({ fullnameOverride: 'toll' })
  assert.deepEqual(
    manifests.filter(({ metadata }) => !/^toll(-|$)/.test(metadata.name)),
    [],
  )
})
