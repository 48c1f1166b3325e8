import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrationSettings } from '@mtg/migrations'
import { callersOf, callersSetting, serviceOf } from '@mtg/rpc'
import { loadConfig } from '@mtg/runtime'
import { asEnv, environmentOf, secretsOf, type Variable } from './src/environment.ts'
import { type RenderOptions, render } from './src/helm.ts'
import { type Manifest, podsOf } from './src/manifests.ts'
import { type ChartedService, chartedServices, neverSettings, nodeVariables } from './src/services.ts'
import { everything, freeSettings } from './src/values-schema.ts'

const profiles: Record<string, RenderOptions> = {
  trial: { profiles: ['values-trial.yaml'] },
  production: { profiles: ['values-production.yaml'] },
  everything: { profiles: [everything] },
}

/** What the container of a component is given. */
function variablesOf(manifests: readonly Manifest[], component: string): Variable[] {
  const pod = podsOf(manifests).find(({ labels }) => labels['app.kubernetes.io/component'] === component)
  assert.ok(pod, `a pod of ${component}`)
  return environmentOf(pod, secretsOf(manifests))
}

const configOf = (manifests: readonly Manifest[], { component, settings }: ChartedService) =>
  loadConfig(settings, asEnv(variablesOf(manifests, component))) as Record<string, unknown>

for (const [profile, options] of Object.entries(profiles)) {
  test(`${profile}: every service's own parser takes its environment, and knows every name in it`, async () => {
    const { manifests } = await render(options)
    for (const service of chartedServices) {
      configOf(manifests, service)
      const names = variablesOf(manifests, service.component).map(({ name }) => name)
      const known = [...Object.keys(service.settings.shape), ...nodeVariables]
      assert.deepEqual(
        names.filter(name => !known.includes(name) || neverSettings.includes(name)),
        [],
        `${service.component} does not read them`,
      )
    }
  })

  test(`${profile}: the migrations' own parser takes their environment, and knows every name in it`, async () => {
    for (const upgrade of [false, true]) {
      const { manifests } = await render({ ...options, upgrade })
      const variables = variablesOf(manifests, 'migrations')
      loadConfig(migrationSettings, asEnv(variables))
      const known = [...Object.keys(migrationSettings.shape), ...nodeVariables]
      assert.deepEqual(
        variables.map(({ name }) => name).filter(name => !known.includes(name)),
        [],
      )
    }
  })

  test(`${profile}: what is secret comes from Secrets alone`, async () => {
    const { manifests } = await render(options)
    const secretNames =
      /^(GRPC_TOKEN|GRPC_CALLERS|KEY_PEPPER|ENCRYPTION_KEY|(\w+_)?DATABASE(_READ)?_URL|STRIPE_\w*(KEY|SECRET)|\w*PASSWORD)$/
    for (const pod of podsOf(manifests)) {
      for (const { name, value, secret } of environmentOf(pod, secretsOf(manifests))) {
        assert.equal(secret || !secretNames.test(name), true, `${pod.maker}: ${name}`)
        assert.equal(secret || !/:\/\/[^/]*@/.test(value), true, `${pod.maker}: ${name} holds a password`)
      }
    }
  })
}

test('every setting of every service can be set: by a value of the chart, or by name', async () => {
  const { manifests } = await render(profiles.everything)
  for (const service of chartedServices) {
    const free = await freeSettings(service)
    const given = variablesOf(manifests, service.component).map(({ name }) => name)
    const all = [...free, ...given, ...neverSettings]
    assert.deepEqual(
      Object.keys(service.settings.shape).filter(name => !all.includes(name)),
      [],
    )
  }
})

test('a setting given by name reaches its service as it was written, large numbers too', async () => {
  const { manifests } = await render({
    profiles: ['values-trial.yaml'],
    values: {
      billing: { settings: { IDEMPOTENCY_TTL_MS: 172_800_000, RATE_LIMIT_ON_REDIS_ERROR: 'local' } },
      oauthServer: { settings: { SIGNING_ENABLED: false } },
      nats: { streamBytesMax: 10_737_418_240 },
      tracing: { endpoint: 'http://collector:4318', sampleRatio: 0.00001 },
    },
  })
  const config = (component: string) => {
    const service = chartedServices.find(known => known.component === component)
    assert.ok(service)
    return configOf(manifests, service)
  }
  assert.equal(config('billing').IDEMPOTENCY_TTL_MS, 172_800_000)
  assert.equal(config('billing').RATE_LIMIT_ON_REDIS_ERROR, 'local')
  assert.equal(config('oauth-server').SIGNING_ENABLED, false)
  assert.equal(config('edge-proxy').USAGE_STREAM_MAX_BYTES, 10_737_418_240)
  assert.equal(config('metering').USAGE_STREAM_MAX_BYTES, 10_737_418_240)
  assert.equal(config('auth').OTEL_TRACES_SAMPLER_ARG, 0.00001)
})

test('every pod has time to drain before it is killed', async () => {
  for (const options of Object.values(profiles)) {
    const { manifests } = await render(options)
    for (const service of chartedServices) {
      const { DRAIN_DELAY_MS, DRAIN_TIMEOUT_MS } = configOf(manifests, service)
      const pod = podsOf(manifests).find(({ labels }) => labels['app.kubernetes.io/component'] === service.component)
      const graceMs = 1000 * (pod?.spec.terminationGracePeriodSeconds ?? 0)
      assert.ok(graceMs >= Number(DRAIN_DELAY_MS) + Number(DRAIN_TIMEOUT_MS) + 5000, service.component)
    }
  }
})

test('services agree on what must be the same in all of them', async () => {
  const { manifests } = await render(profiles.everything)
  const shared = ['NATS_URL', 'NATS_PREFIX', 'REDIS_URL', 'REDIS_PREFIX', 'USAGE_STREAM_REPLICAS', 'ISSUER']
  for (const name of shared) {
    const values = chartedServices.flatMap(({ component }) =>
      variablesOf(manifests, component)
        .filter(variable => variable.name === name)
        .map(({ value }) => value),
    )
    assert.ok(values.length >= 2, `${name} is in several services`)
    assert.equal(new Set(values).size, 1, name)
  }
})

test('each service calls with an identity of its own, and the others let in exactly those whom the code lets in', async () => {
  for (const options of Object.values(profiles)) {
    const { manifests } = await render(options)
    const setting = (component: string, name: string) =>
      variablesOf(manifests, component).find(variable => variable.name === name)?.value
    const secrets = ['edge-proxy', 'billing', 'oauth-server'].map(component => setting(component, 'GRPC_TOKEN'))
    assert.equal(new Set(secrets).size, secrets.length)
    const named = new Map(['edge-proxy', 'billing', 'oauth-server'].map((name, index) => [name, secrets[index]]))
    for (const callee of Object.values(serviceOf)) {
      const rows = (setting(callee, 'GRPC_CALLERS') ?? '').split(',')
      assert.deepEqual(rows.map(row => String(row.split('=')[0])).toSorted(), callersOf(callee).toSorted(), callee)
      for (const row of callersSetting(callee, caller => named.get(caller)).split(',')) {
        if (row !== '') assert.ok(rows.includes(row), `${callee} does not know ${row}`)
      }
    }
  }
})
