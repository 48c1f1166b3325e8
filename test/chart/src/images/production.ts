import { eventually, freePort, startFakePublisher } from '@mtg/testing'
import { existingSecrets, type Secrets } from '../environment.ts'
import { render } from '../helm.ts'
import type { Manifest } from '../manifests.ts'
import { checkConfinement, checkHelmTest, checkPaidCall, checkPolicies } from './checks.ts'
import { startCluster } from './cluster.ts'
import { prepareServers } from './servers.ts'
import type { BaseImages } from './stand-ins.ts'
import { publisherValues, SUBNET, splitTag, step } from './steps.ts'

const ONE_OF_EACH = ['auth', 'metering', 'oauthServer', 'console']

/** The production profile on servers that speak TLS alone, with a login for each service. */
export async function production(image: string, bases: BaseImages): Promise<void> {
  const port = await freePort()
  const servers = await step('production: certificates and logins', () => prepareServers(bases.servers))
  const secrets: Secrets = new Map([...existingSecrets, ...servers.secrets])
  const manifests = await rendered(image, port)
  const cluster = await step('production: all pods at once', () =>
    startCluster({ name: 'mtg-images', subnet: SUBNET, manifests, secrets, servers }),
  )
  try {
    await step('production: ready', () => cluster.untilReady())
    await step('production: unprivileged and read-only', () => checkConfinement(cluster, manifests))
    // Policies name its pod here, which is not there while they are enforced.
    await step('production: helm test', () => checkHelmTest(cluster))
    await step('production: network policies enforced', () => cluster.enforce())
    await using publisher = await startFakePublisher({ host: cluster.node, port })
    await step('production: a paid call', () => checkPaidCall(cluster, publisher))
    await step('production: TLS and a login everywhere', () => eventually(() => servers.check(), 60_000))
    await step('production: who reaches whom', () => checkPolicies(cluster, manifests, image))
  } finally {
    await step('stopping', () => cluster.stop())
  }
}

async function rendered(image: string, port: number): Promise<readonly Manifest[]> {
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
  return (await render({ profiles: ['values-production.yaml'], values })).manifests
}
