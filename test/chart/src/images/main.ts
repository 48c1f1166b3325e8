// npm run test:images: the image as its Dockerfile builds it, and the chart's pods as containers of it, without a cluster.
import { parseArgs } from 'node:util'
import { freePort, startFakePublisher } from '@mtg/testing'
import { secretsOf } from '../environment.ts'
import { render } from '../helm.ts'
import { buildImage } from './build.ts'
import { checkConfinement, checkHelmTest, checkPaidCall, checkPolicies } from './checks.ts'
import { startCluster } from './cluster.ts'
import { whyNot } from './engine.ts'
import { type BaseImages, makeStandIns } from './stand-ins.ts'

const HELP = `npm run test:images

Builds the image with buildah on base images made of Debian's packages, runs all pods of the trial profile as containers
(unprivileged, read-only, with their memory limits), enforces the network policies in them, and then: helm test, a paid call,
the ledger, and every pod's try to reach every port of every other. Needs Linux, root, and a few Debian packages, which it names.

  --image NAME   an image that is there already, in place of building one
  --help         this text`

const SUBNET = '10.99.1'

async function main(given: string | undefined): Promise<number> {
  const reason = whyNot()
  if (reason !== undefined) {
    console.error(`test:images: SKIPPED, nothing was tested: ${reason}`)
    return 0
  }
  const bases = await step('base images', makeStandIns)
  const image = given ?? (await step('buildah bud', () => buildImage(bases, 'test')))
  await trial(image, bases)
  console.log('test:images: passed')
  return 0
}

async function trial(image: string, bases: BaseImages): Promise<void> {
  const port = await freePort()
  const { manifests } = await render({ profiles: ['values-trial.yaml'], values: valuesFor(image, bases, port) })
  const cluster = await step('all pods at once', () =>
    startCluster({ name: 'mtg-images', subnet: SUBNET, manifests, secrets: secretsOf(manifests) }),
  )
  try {
    await step('ready', () => cluster.untilReady())
    await step('unprivileged and read-only', () => checkConfinement(cluster))
    await step('network policies enforced', () => cluster.enforce())
    await step('helm test', () => checkHelmTest(cluster))
    await using publisher = await startFakePublisher({ host: cluster.node, port })
    await step('a paid call', () => checkPaidCall(cluster, publisher))
    await step('who reaches whom', () => checkPolicies(cluster, manifests, image))
  } finally {
    await step('stopping', () => cluster.stop())
  }
}

/** The image under test, stand-ins for the servers' images, and a publisher on the host. */
function valuesFor(image: string, { servers }: BaseImages, port: number) {
  const [repository, tag] = splitTag(image)
  return {
    image: { repository, tag, pullPolicy: 'Never' },
    postgresql: { bundled: { image: servers.postgresql } },
    redis: { bundled: { image: servers.redis } },
    nats: { bundled: { image: servers.nats } },
    edgeProxy: { publishers: { privateRanges: [`${SUBNET}.1/32`], privatePorts: [port], allowHttp: true } },
  }
}

const splitTag = (image: string) => [image.slice(0, image.lastIndexOf(':')), image.slice(image.lastIndexOf(':') + 1)]

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAtMs = performance.now()
  const result = await work()
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
  console.log(`test:images: ${name} (${seconds} s)${typeof result === 'string' ? `: ${result}` : ''}`)
  return result
}

const { values } = parseArgs({ options: { image: { type: 'string' }, help: { type: 'boolean' } } })
if (values.help) console.log(HELP)
else process.exitCode = await main(values.image)
