// npm run test:images: the image as its Dockerfile builds it, and the chart's pods as containers of it, without a cluster.
import { parseArgs } from 'node:util'
import { freePort, startFakePublisher } from '@mtg/testing'
import { secretsOf } from '../environment.ts'
import { chart, render } from '../helm.ts'
import { buildImage } from './build.ts'
import { checkCells, checkConfinement, checkHelmTest, checkPaidCall, checkPolicies } from './checks.ts'
import { startCluster } from './cluster.ts'
import { whyNot } from './engine.ts'
import { buildRelease, releaseBefore } from './release.ts'
import { type BaseImages, makeStandIns } from './stand-ins.ts'
import { publisherValues, SUBNET, splitTag, step } from './steps.ts'
import { upgradeAndBack } from './upgrade.ts'

const HELP = `npm run test:images

Builds the image with buildah on base images made of Debian's packages, and runs what the chart renders as containers
(unprivileged, read-only, with their memory limits), with the network policies enforced in them. Twice:

  trial        with billing in two cells: helm test, paid calls in both, the ledger, and every pod's try to reach every port of
               every other
  production   on servers that speak TLS alone, with a login for each service, as the release before; then, while calls go
               on, an upgrade to this one, all that the trial checks, and a rollback. Not one call may fail, and the books
               are exact

Needs Linux, root, and a few Debian packages, which it names. About five minutes on two cores, five more the first time.
What the pods wrote is in .runtime/images/logs afterwards.

  --only NAME      trial or production alone
  --image NAME     an image that is there already, in place of building one
  --from COMMIT    the release before: a tag or commit (the last tag, or what stands for it while there is none)
  --help           this text`

interface Options {
  readonly only?: string | undefined
  readonly image?: string | undefined
  readonly from?: string | undefined
}

async function main({ only, image: given, from = releaseBefore() }: Options): Promise<number> {
  if (only !== undefined && only !== 'trial' && only !== 'production') {
    console.error(`test:images: --only is trial or production, not ${only}`)
    return 2
  }
  const reason = whyNot()
  if (reason !== undefined) {
    console.error(`test:images: SKIPPED, nothing was tested: ${reason}`)
    return 0
  }
  console.log(plan({ only, image: given, from }))
  const bases = await step('base images', makeStandIns)
  const image = given ?? (await step('buildah bud', () => buildImage(bases, 'test')))
  if (only !== 'production') await trial(image, bases)
  if (only !== 'trial') await production(image, bases, from)
  console.log('test:images: passed')
  return 0
}

/** What is about to be done, and for how long; the minutes are those of two cores that do nothing else. */
function plan({ only, image, from }: Options): string {
  const steps = [
    ...(image === undefined ? ['builds the image (2 min)'] : [`takes the image ${image}`]),
    ...(only === 'production' ? [] : ['runs the trial profile (1 min)']),
    ...(only === 'trial' ? [] : [`upgrades the production profile from ${from ?? 'itself'} and rolls it back (2 min)`]),
  ]
  return `test:images: ${steps.join(', then ')}; the first time also base images and the release before (5 min)`
}

async function production(image: string, bases: BaseImages, from: string | undefined): Promise<void> {
  if (from === undefined) {
    console.error('test:images: NO RELEASE BEFORE in this checkout: this one is upgraded to itself')
  }
  const before =
    from === undefined
      ? { name: 'this release', chart, image }
      : await step(`the release before: ${from}`, () => buildRelease(bases, from))
  await upgradeAndBack(before, image, bases)
}

async function trial(image: string, bases: BaseImages): Promise<void> {
  const port = await freePort()
  const { manifests } = await render({ profiles: ['values-trial.yaml'], values: valuesFor(image, bases, port) })
  const cluster = await step('all pods at once', () =>
    startCluster({ name: 'mtg-images', subnet: SUBNET, manifests, secrets: secretsOf(manifests) }),
  )
  try {
    await step('ready', () => cluster.untilReady())
    await step('unprivileged and read-only', () => checkConfinement(cluster, manifests))
    await step('network policies enforced', () => cluster.enforce())
    await step('helm test', () => checkHelmTest(cluster))
    await using publisher = await startFakePublisher({ host: cluster.node, port })
    await step('a paid call', () => checkPaidCall(cluster, publisher))
    await step('paid calls in every cell', () => checkCells(cluster, publisher))
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
    billing: { cells: [{ name: 'home' }, { name: 'north', postgresql: { bundled: { enabled: true } } }] },
    edgeProxy: publisherValues(port),
  }
}

const text = { type: 'string' } as const
const options = { only: text, image: text, from: text, help: { type: 'boolean' } } as const
const { values } = parseArgs({ options })
if (values.help) console.log(HELP)
else process.exitCode = await main(values)
