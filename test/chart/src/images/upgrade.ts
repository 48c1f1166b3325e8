import assert from 'node:assert/strict'
import { eventually, type FakePublisher, freePort, startFakePublisher } from '@mtg/testing'
import { serveCluster } from '../cluster.ts'
import { existingSecrets, type Secrets } from '../environment.ts'
import { chart, render } from '../helm.ts'
import type { Manifest } from '../manifests.ts'
import { checkConfinement, checkHelmTest, checkPaidCall, checkPolicies, mtg } from './checks.ts'
import { type Cluster, logs, startCluster } from './cluster.ts'
import { LOAD_BUYER, type Load, marketplaceOfLoad, startLoad } from './load.ts'
import type { Release } from './release.ts'
import { prepareServers } from './servers.ts'
import type { BaseImages } from './stand-ins.ts'
import { publisherValues, SUBNET, splitTag, step } from './steps.ts'

const ONE_OF_EACH = ['auth', 'metering', 'oauthServer', 'console']
/** Calls that must have been paid before and after each change. */
const CALLS = 30
/** Failed calls that are shown. */
const TOLD = 10

/**
 * The production profile on servers that speak TLS alone: installed as the release before,
 * upgraded, and rolled back, under load.
 */
export async function upgradeAndBack(before: Release, image: string, bases: BaseImages): Promise<void> {
  const port = await freePort()
  const servers = await step('production: certificates and logins', () => prepareServers(bases.servers))
  const secrets: Secrets = new Map([...existingSecrets, ...servers.secrets])
  const old = await rendered(before.chart, before.image, port)
  const next = await rendered(chart, image, port)
  const cluster = await step(`production: all pods of ${before.name}`, () =>
    startCluster({ name: 'mtg-images', subnet: SUBNET, manifests: old, secrets, servers }),
  )
  try {
    await step('production: ready', () => cluster.untilReady())
    await step('production: TLS and a login everywhere', () => eventually(() => servers.check(), 60_000))
    await step('production: network policies enforced', () => cluster.enforce())
    await using publisher = await startFakePublisher({ host: cluster.node, port })
    // The first connections to a database that has just started may take longer than the release before waits for one.
    await eventually(() => mtg(cluster, ['apply', '-f', '-'], marketplaceOfLoad(publisher.origin)), 60_000)
    const load = startLoad(cluster)
    try {
      await underLoad(cluster, load, async () => {
        await step('production: upgraded', () => cluster.upgrade(next, secrets))
      })
      await checkUpgraded(cluster, next, image, publisher)
      await underLoad(cluster, load, async () => {
        await step(`production: rolled back to ${before.name}`, () => cluster.upgrade(withoutJobs(old), secrets))
      })
    } finally {
      await load.stop()
    }
    await step('production: the books', () => checkBooks(cluster, load))
  } finally {
    await step('stopping', () => cluster.stop())
  }
}

/** `helm rollback` runs no migrations: they are no hook of it. */
const withoutJobs = (manifests: readonly Manifest[]) => manifests.filter(({ kind }) => kind !== 'Job')

async function rendered(from: string, image: string, port: number): Promise<readonly Manifest[]> {
  const [repository, tag] = splitTag(image)
  const values = {
    image: { repository, tag, pullPolicy: 'Never' },
    toolbox: { enabled: true },
    caCertificates: { existingSecret: 'gateway-ca' },
    redis: { existingSecretKey: '' },
    // One server here, and less disk than in production.
    nats: { existingSecretKey: '', streamReplicas: 1, streamBytesMax: 268_435_456 },
    // As few as there may be, and two of what calls pass first: the profile's own numbers ask for more than two cores.
    ...Object.fromEntries(ONE_OF_EACH.map(block => [block, { autoscaling: { minReplicas: 1 } }])),
    billing: { autoscaling: { minReplicas: 2 } },
    edgeProxy: { autoscaling: { minReplicas: 2 }, ...publisherValues(port) },
  }
  const production = `${from}/values-production.yaml`
  const options = { chart: from, profiles: [production], values }
  const { manifests } = await render(options)
  const api = await serveCluster(manifests)
  try {
    return (await render({ ...options, upgrade: true, cluster: api.url })).manifests
  } finally {
    await api.close()
  }
}

/** Calls go on, and every one is paid, while something happens. */
async function underLoad(cluster: Cluster, load: Load, work: () => Promise<void>): Promise<void> {
  await more(load)
  assert.deepEqual(load.failures, [], 'calls fail before anything changes: this machine is too busy to tell')
  const paidBefore = load.paid()
  await work()
  await more(load)
  const { length } = load.failures
  const told = load.failures.slice(0, TOLD).join('\n')
  assert.equal(length, 0, `${length} calls failed (logs are in ${logs}):\n${told}`)
  console.log(`test:images: production: ${load.paid() - paidBefore} calls meanwhile, none failed`)
  await mtg(cluster, ['ledger', 'verify'])
}

async function more(load: Load): Promise<void> {
  const from = load.paid()
  await eventually(() => assert.ok(load.paid() >= from + CALLS || load.failures.length > 0), 120_000)
}

async function checkUpgraded(
  cluster: Cluster,
  manifests: readonly Manifest[],
  image: string,
  publisher: FakePublisher,
): Promise<void> {
  await step('production: unprivileged and read-only', () => checkConfinement(cluster, manifests))
  await step('production: helm test', () => checkHelmTest(cluster))
  await step('production: a paid call', () => checkPaidCall(cluster, publisher))
  await step('production: who reaches whom', () => checkPolicies(cluster, manifests, image))
}

async function checkBooks(cluster: Cluster, load: Load): Promise<string> {
  const left = await load.stop()
  const wallet = JSON.parse(await mtg(cluster, ['wallet', LOAD_BUYER, '--json'])) as { balance: string; held: string }
  assert.deepEqual([wallet.balance, wallet.held], [left, '0.00'])
  await mtg(cluster, ['ledger', 'verify'])
  await eventually(async () => {
    const usage = await mtg(cluster, ['usage', LOAD_BUYER, '--limit', '1', '--json'])
    const { totals } = JSON.parse(usage) as { totals: { calls: number }[] }
    assert.deepEqual(
      totals.map(({ calls }) => calls),
      [load.paid()],
    )
  }, 60_000)
  const found = JSON.parse(await mtg(cluster, ['reconcile', '--json'])) as { missing: number; surplus: number }
  assert.deepEqual([found.missing, found.surplus], [0, 0])
  return `${load.paid()} calls paid, ${left} USD left, all recorded, ledger verified, nothing to reconcile`
}
