import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellSettings } from '@mtg/migrations'
import { loadConfig } from '@mtg/runtime'
import type { ICronJob } from 'kubernetes-models/batch/v1'
import { serveCluster } from './src/cluster.ts'
import { asEnv, environmentOf, existingSecrets, secretsOf } from './src/environment.ts'
import { notes, type RenderOptions, render } from './src/helm.ts'
import { type Manifest, named, ofKind, podsOf } from './src/manifests.ts'
import { readNetwork } from './src/network.ts'
import { chartedServices } from './src/services.ts'
import { schemaFaults, typeFaults } from './src/validate.ts'

const NORTH = { name: 'north', postgresql: { existingSecret: 'own-postgresql-north' } }
const production = (cells: readonly unknown[], values: Record<string, unknown> = {}): RenderOptions => ({
  profiles: ['values-production.yaml'],
  values: { ...values, billing: { cells } },
})
const trial = (cells: readonly unknown[], options: RenderOptions = {}): RenderOptions => ({
  profiles: ['values-trial.yaml'],
  values: { billing: { cells } },
  ...options,
})
const two = production([{ name: 'home' }, NORTH])
const bundledTwo = [{ name: 'home' }, { name: 'north', postgresql: { bundled: { enabled: true } } }]

const podOf = (manifests: readonly Manifest[], component: string) => {
  const pod = podsOf(manifests).find(({ labels }) => labels['app.kubernetes.io/component'] === component)
  assert.ok(pod, component)
  return pod
}
const environmentIn = (manifests: readonly Manifest[], component: string) =>
  asEnv(environmentOf(podOf(manifests, component), secretsOf(manifests)))
const namesOf = (manifests: readonly Manifest[]) =>
  manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()

test('a further cell brings all that billing has and migrations of its own, and what there was stays as it was', async () => {
  const before = namesOf((await render({ profiles: ['values-production.yaml'] })).manifests)
  const after = namesOf((await render(two)).manifests)
  assert.deepEqual(
    before.filter(name => !after.includes(name)),
    [],
  )
  assert.deepEqual(
    after.filter(name => !before.includes(name)),
    [
      'Deployment gw-mtg-billing-north',
      'HorizontalPodAutoscaler gw-mtg-billing-north',
      'Job gw-mtg-migrations-north',
      'NetworkPolicy gw-mtg-billing-north',
      'NetworkPolicy gw-mtg-migrations-north',
      'PodDisruptionBudget gw-mtg-billing-north',
      'Service gw-mtg-billing-north',
      'Service gw-mtg-billing-north-replicas',
      'ServiceAccount gw-mtg-billing-north',
      'ServiceAccount gw-mtg-migrations-north',
    ],
  )
  assert.deepEqual(namesOf((await render(production([{ name: 'home' }]))).manifests), before)
})

test('all cells know all cells, home first, and each its own name and database; they are one service otherwise', async () => {
  const { manifests } = await render(two)
  const [home, north] = ['billing', 'billing-north'].map(component => environmentIn(manifests, component))
  assert.ok(home && north)
  const addresses = ['home=dns:///gw-mtg-billing-replicas:9090', 'north=dns:///gw-mtg-billing-north-replicas:9090']
  assert.equal(home.CELLS, addresses.join(';'))
  const own = { CELL: 'north', DATABASE_URL: existingSecrets.get('own-postgresql-north')?.['billing-url'] }
  assert.deepEqual(north, { ...home, ...own })
  assert.equal(home.CELL, 'home')
  const billing = chartedServices.find(({ component }) => component === 'billing')
  assert.ok(billing)
  loadConfig(billing.settings, north)
})

test('edges are given all cells, others the home cell', async () => {
  const { manifests } = await render({ ...two, values: { ...two.values, toolbox: { enabled: true } } })
  const home = 'dns:///gw-mtg-billing-replicas:9090'
  assert.equal(environmentIn(manifests, 'edge-proxy').BILLING_ADDR, `${home},dns:///gw-mtg-billing-north-replicas:9090`)
  assert.equal(environmentIn(manifests, 'edge-proxy').BILLING_URL, 'http://gw-mtg-billing:8080')
  assert.equal(environmentIn(manifests, 'console').BILLING_ADDR, home)
  assert.equal(environmentIn(manifests, 'toolbox').BILLING_GRPC, home)
})

test('the migrations of a further cell get the two URLs of its database, and their own arguments', async () => {
  const resolve = ['resolve', 'billing', '20261121000000_ledger', '--rolled-back']
  const { manifests } = await render(two)
  loadConfig(cellSettings, environmentIn(manifests, 'migrations-north'))
  assert.deepEqual(podOf(manifests, 'migrations-north').spec.containers[0]?.args, ['cell'])
  const mended = await render(production([{ name: 'home' }, { ...NORTH, migrations: { args: resolve } }]))
  assert.deepEqual(podOf(mended.manifests, 'migrations-north').spec.containers[0]?.args, resolve)
  assert.equal(podOf(mended.manifests, 'migrations').spec.containers[0]?.args, undefined)
  const atHome = await render(production([{ name: 'home' }, NORTH], { migrations: { args: resolve } }))
  assert.deepEqual(podOf(atHome.manifests, 'migrations').spec.containers[0]?.args, resolve)
  assert.deepEqual(podOf(atHome.manifests, 'migrations-north').spec.containers[0]?.args, ['cell'])
})

test('a cell may set again what billing sets, its number of pods above all', async () => {
  const { manifests } = await render(
    production([
      { name: 'home' },
      {
        ...NORTH,
        autoscaling: { minReplicas: 4, maxReplicas: 5 },
        settings: { DATABASE_POOL_MAX: 6 },
        nodeSelector: { zone: 'north' },
      },
    ]),
  )
  const scaler = (component: string) => named(manifests, 'HorizontalPodAutoscaler', `gw-mtg-${component}`).spec
  assert.deepEqual([scaler('billing-north')?.minReplicas, scaler('billing-north')?.maxReplicas], [4, 5])
  assert.equal(scaler('billing')?.maxReplicas, 12)
  assert.equal(environmentIn(manifests, 'billing-north').DATABASE_POOL_MAX, '6')
  assert.equal(environmentIn(manifests, 'billing').DATABASE_POOL_MAX, undefined)
  assert.deepEqual(podOf(manifests, 'billing-north').spec.nodeSelector, { zone: 'north' })
})

test("a bundled database of a cell: Kubernetes takes it, and it is open to that cell's billing and migrations alone", async () => {
  const { manifests } = await render(trial(bundledTwo))
  assert.deepEqual(manifests.flatMap(schemaFaults), [])
  assert.deepEqual(await typeFaults(manifests), [])
  const secret = named(manifests, 'Secret', 'gw-mtg-postgresql-north')
  assert.deepEqual(Object.keys(secret.data ?? {}).toSorted(), ['admin-url', 'billing-url', 'password'])
  assert.match(environmentIn(manifests, 'billing-north').DATABASE_URL ?? '', /@gw-mtg-postgresql-north:5432\/mtg$/)
  const network = readNetwork(manifests)
  const users = (server: string) =>
    [...network.components.keys()].filter(from => network.permits(network.end(from), network.end(server), 5432))
  assert.deepEqual(users('postgresql-north').toSorted(), ['billing-north', 'migrations-north'])
  assert.deepEqual(users('postgresql').toSorted(), [
    'auth',
    'billing',
    'console',
    'metering',
    'migrations',
    'oauth-server',
  ])
})

test('a cell that comes with an upgrade is migrated once its bundled database is there, and from then on before the pods', async () => {
  const hookOf = (manifests: readonly Manifest[], name: string) =>
    named(manifests, 'Job', name).metadata.annotations?.['helm.sh/hook']
  const alone = (await render({ profiles: ['values-trial.yaml'] })).manifests
  const both = (await render(trial(bundledTwo))).manifests
  const jobsAfter = async (installed: readonly Manifest[]) => {
    const cluster = await serveCluster(installed)
    try {
      return (await render(trial(bundledTwo, { upgrade: true, cluster: cluster.url }))).manifests
    } finally {
      await cluster.close()
    }
  }
  assert.equal(hookOf(await jobsAfter(alone), 'gw-mtg-migrations-north-first'), undefined)
  assert.equal(hookOf(await jobsAfter(both), 'gw-mtg-migrations-north'), 'pre-install,pre-upgrade')
})

const faultsOf = (options: RenderOptions) =>
  render(options).then(
    () => '',
    (error: unknown) => String(error),
  )

test('cells that could not work are refused, with the reason', async () => {
  const home = { name: 'home' }
  const refusals: [readonly unknown[], RegExp][] = [
    [[home, { name: 'north' }], /north needs a database of its own/],
    [
      [home, { name: 'north', postgresql: { existingSecret: 'x', bundled: { enabled: true } } }],
      /set either postgresql\.existingSecret or/,
    ],
    [[home, NORTH, { ...NORTH, name: 'south' }], /south has the Secret own-postgresql-north of another cell/],
    [[home, { name: 'north', postgresql: { existingSecret: 'gateway-postgresql' } }], /of another cell/],
    [[home, NORTH, NORTH], /two are named north/],
    [[{ name: 'home', postgresql: { existingSecret: 'x' } }], /additional properties 'postgresql' not allowed/],
    [[home, { ...NORTH, name: 'North' }], /does not match pattern/],
    [[home, { ...NORTH, name: 'far-replicas' }], /'not' failed/],
  ]
  for (const [cells, reason] of refusals) assert.match(await faultsOf(production(cells)), reason)
  const long = { ...production([home, { ...NORTH, name: 'n'.repeat(32) }]), release: 'a-rather-long-name' }
  assert.match(await faultsOf(long), /is too long: a Service would be named/)
})

test('connections are counted for each database', async () => {
  const limited = { ...NORTH, postgresql: { ...NORTH.postgresql, connectionsMax: 100 } }
  assert.match(
    await faultsOf(production([{ name: 'home' }, limited])),
    /billing\.cells: north: postgresql\.connectionsMax: 100 are allowed, and pods could open 234: billing-north \(12 \+ 1\) x 18/,
  )
  // The cell's do not count at the gateway's own database.
  await render(two)
})

test('metrics say which cell they are of, and the notes name the cells', async () => {
  const { manifests } = await render(two)
  assert.match(
    JSON.stringify(named(manifests, 'ServiceMonitor', 'gw-mtg').spec),
    /"__meta_kubernetes_service_label_mtg_cell"\],"targetLabel":"cell"/,
  )
  const cellsOf = ofKind(manifests, 'Service').map(({ metadata }) => [metadata.name, metadata.labels?.['mtg/cell']])
  assert.equal(Object.fromEntries(cellsOf)['gw-mtg-billing-replicas'], 'home')
  assert.equal(Object.fromEntries(cellsOf)['gw-mtg-billing-north-replicas'], 'north')
  assert.equal(Object.fromEntries(cellsOf)['gw-mtg-metering-replicas'], undefined)
  assert.match(await notes(two), /shared by the cells of billing home, north/)
  assert.doesNotMatch(await notes({ profiles: ['values-production.yaml'] }), /cells of billing/)
})

test('the backup example dumps the database of every cell, under a name of its own', async () => {
  const { manifests } = await render({ ...two, profiles: ['values-production.yaml', 'examples/backup.yaml'] })
  const jobs = manifests.filter(({ kind }) => kind === 'CronJob') as (ICronJob & Manifest)[]
  const variables = jobs.map(job =>
    job.spec?.jobTemplate.spec?.template.spec?.containers[0]?.env?.map(
      one => one.valueFrom?.secretKeyRef?.name ?? one.value,
    ),
  )
  assert.deepEqual(variables, [
    ['/backups', 'gateway', '30', 'gateway-postgresql'],
    ['/backups', 'gateway-north', '30', 'own-postgresql-north'],
  ])
})
