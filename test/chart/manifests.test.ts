import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { chart, helm, lint, NAMESPACE, notes, type RenderOptions, render } from './src/helm.ts'
import { containersOf, type Manifest, named, ofKind, podsOf } from './src/manifests.ts'
import { schemaFaults, typeFaults } from './src/validate.ts'
import { everything } from './src/values-schema.ts'

const ingressAndTrial: RenderOptions = {
  profiles: ['values-trial.yaml'],
  values: { ingress: { enabled: true, className: 'nginx' }, defaults: { autoscaling: { enabled: true } } },
}
const profiles: Record<string, RenderOptions> = {
  trial: { profiles: ['values-trial.yaml'] },
  'trial, upgraded': { profiles: ['values-trial.yaml'], upgrade: true },
  production: { profiles: ['values-production.yaml'] },
  everything: { profiles: [everything] },
  'trial with an Ingress': ingressAndTrial,
}

test('this is Helm 4', async () => {
  assert.match(await helm(['version', '--short']), /^v4\./)
})

for (const [name, options] of Object.entries(profiles)) {
  test(`${name}: helm lint --strict has nothing to say`, async () => {
    assert.match(await lint(options), /1 chart\(s\) linted, 0 chart\(s\) failed/)
  })

  test(`${name}: every manifest is what Kubernetes and its extensions take`, async () => {
    const { manifests } = await render(options)
    assert.ok(manifests.length > 30)
    assert.deepEqual(manifests.flatMap(schemaFaults), [])
    assert.deepEqual(await typeFaults(manifests), [])
  })

  test(`${name}: names are unique, and in the namespace of the release`, async () => {
    const { manifests } = await render(options)
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    assert.deepEqual(
      names.filter((one, index) => names.indexOf(one) !== index),
      [],
    )
    assert.deepEqual(
      manifests.filter(({ metadata }) => metadata.namespace !== NAMESPACE),
      [],
    )
  })

  test(`${name}: every pod keeps to the restricted Pod Security Standard`, async () => {
    const { manifests } = await render(options)
    for (const { maker, spec } of podsOf(manifests)) {
      const pod = spec.securityContext
      assert.equal(pod?.runAsNonRoot, true, maker)
      assert.ok((pod?.runAsUser ?? 0) > 0, maker)
      assert.equal(pod?.seccompProfile?.type, 'RuntimeDefault', maker)
      assert.deepEqual([spec.hostNetwork, spec.hostPID, spec.hostIPC], [undefined, undefined, undefined], maker)
      for (const container of containersOf(spec)) {
        const own = container.securityContext
        assert.equal(own?.allowPrivilegeEscalation, false, maker)
        assert.equal(own?.readOnlyRootFilesystem, true, maker)
        assert.deepEqual(own?.capabilities, { drop: ['ALL'] }, maker)
        assert.equal(own?.privileged, undefined, maker)
        assert.ok(container.resources?.requests?.cpu, `${maker}: cpu is requested`)
        assert.ok(container.resources?.limits?.memory, `${maker}: memory is limited`)
      }
      const allowed = ['emptyDir', 'secret']
      for (const volume of spec.volumes ?? []) {
        assert.ok(
          allowed.some(kind => kind in volume),
          `${maker}: ${volume.name}`,
        )
      }
    }
  })

  test(`${name}: no pod gets a token of the cluster's API`, async () => {
    const { manifests } = await render(options)
    const accounts = ofKind(manifests, 'ServiceAccount')
    for (const account of accounts) assert.equal(account.automountServiceAccountToken, false, account.metadata.name)
    for (const { maker, spec } of podsOf(manifests)) {
      assert.equal(spec.automountServiceAccountToken, false, maker)
      const { serviceAccountName } = spec
      if (serviceAccountName !== undefined) named(manifests, 'ServiceAccount', serviceAccountName)
    }
  })

  test(`${name}: every selector selects pods, and of one component only`, async () => {
    const { manifests } = await render(options)
    const pods = podsOf(manifests)
    const selectors = [
      ...ofKind(manifests, 'Deployment').map(manifest => [manifest, manifest.spec?.selector?.matchLabels] as const),
      ...ofKind(manifests, 'StatefulSet').map(manifest => [manifest, manifest.spec?.selector?.matchLabels] as const),
      ...ofKind(manifests, 'Service').map(manifest => [manifest, manifest.spec?.selector] as const),
      ...ofKind(manifests, 'PodDisruptionBudget').map(
        manifest => [manifest, manifest.spec?.selector?.matchLabels] as const,
      ),
    ]
    for (const [{ kind, metadata }, selector = {}] of selectors) {
      const selected = pods.filter(({ labels }) =>
        Object.entries(selector).every(([key, value]) => labels[key] === value),
      )
      assert.equal(selected.length, 1, `${kind} ${metadata.name}`)
    }
  })

  test(`${name}: Services lead to ports that containers have`, async () => {
    const { manifests } = await render(options)
    for (const service of ofKind(manifests, 'Service')) {
      const pod = podsOf(manifests).find(({ labels }) =>
        Object.entries(service.spec?.selector ?? {}).every(([key, value]) => labels[key] === value),
      )
      const ports = pod?.spec.containers.flatMap(container => (container.ports ?? []).map(port => port.name))
      for (const port of service.spec?.ports ?? []) {
        assert.ok(ports?.includes(String(port.targetPort)), `${service.metadata.name}: ${port.name}`)
      }
    }
  })

  test(`${name}: what a container mounts is a volume of its pod`, async () => {
    const { manifests } = await render(options)
    const claims = ofKind(manifests, 'StatefulSet').flatMap(({ spec }) => spec?.volumeClaimTemplates ?? [])
    for (const { maker, spec } of podsOf(manifests)) {
      const volumes = [...(spec.volumes ?? []).map(volume => volume.name), ...claims.map(claim => claim.metadata?.name)]
      for (const { name: mount } of containersOf(spec).flatMap(container => container.volumeMounts ?? [])) {
        assert.ok(volumes.includes(mount), `${maker}: ${mount}`)
      }
    }
  })
}

test('a packaged chart renders the same resources, alerts and dashboards included', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mtg-chart-'))
  try {
    await helm(['package', chart, '--destination', folder])
    const [archive = ''] = readdirSync(folder)
    assert.match(archive, /^metered-tool-gateway-.*\.tgz$/)
    const namesIn = async (options: RenderOptions) =>
      (await render(options)).manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    const packaged = await namesIn({ profiles: [everything], chart: join(folder, archive) })
    assert.deepEqual(packaged, await namesIn({ profiles: [everything] }))
    assert.ok(packaged.includes('PrometheusRule gw-mtg'))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a field that does not exist and a value of the wrong type would be noticed', async () => {
  const { manifests } = await render(profiles.trial)
  const deployment = structuredClone(named(manifests, 'Deployment', 'gw-mtg-auth'))
  const container = deployment.spec?.template.spec?.containers[0] as unknown as Record<string, unknown>
  container.imagePullPolicies = 'Always'
  const [misspelt] = await typeFaults([deployment])
  assert.match(misspelt ?? '', /Deployment gw-mtg-auth: .*imagePullPolicies/)
  const service = structuredClone(named(manifests, 'Service', 'gw-mtg-edge-proxy')) as unknown as Manifest & {
    spec: { ports: unknown }
  }
  service.spec.ports = 'http'
  assert.equal(schemaFaults(service).length, 1)
})

test('the notes say how to go on, and name no value that is secret', async () => {
  const trial = await notes(profiles.trial)
  assert.match(trial, /helm test gw --namespace gateway/)
  assert.match(trial, /port-forward service\/gw-mtg-edge-proxy 8080:8080/)
  assert.match(trial, /exec -i deploy\/gw-mtg-toolbox -- node tools\/cli\/src\/main\.ts apply -f - </)
  assert.match(trial, /The Secret gw-mtg-secrets was generated/)
  const production = await notes(profiles.production)
  assert.match(production, /https:\/\/gateway\.example\.com \(through the HTTPRoute\)/)
  assert.doesNotMatch(production, /port-forward|generated|trials/)
})
