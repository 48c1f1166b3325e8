// npm run bench:pages: how long every page of the console takes beside a thousand apps and a million calls.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  ada,
  awaitContent,
  makeOperator,
  open,
  openDialog,
  owner,
  type Stage,
  startStage,
  type View,
  visit,
  visitAs,
  wholeConsole,
} from '../services/console/test/web/pages.ts'
import { awaitQuality } from './catalogue/make-calls.ts'
import { openKept } from './kept.ts'
import { fill } from './pages/installation.ts'
import { figuresOf, linesOf, type PageTimes, slowPages } from './pages/times.ts'
import { watchRequests } from './pages/watch-requests.ts'

const HELP = `npm run bench:pages [-- OPTIONS]

Fills an installation of its own with publishers' apps and paid calls, straight into its tables: half of the calls are one buyer's, who has
all apps and hundreds of keys and top-ups; one publisher has hundreds of apps and a thousand buyers; operators have thousands of acts and
dead letters to look through. Checks that the books add up. Then opens every page of the console in a browser, as its buyer, as its
publisher and as an operator, and prints how long each takes from navigation until all that it asked for is there: the median, and the
worst time. Exits with 1 and names the pages that take more than a second by their median.

  --publishers N   (default 1000, with an app each)
  --calls N        paid calls of the last 28 days (default 1000000)
  --requests N     how often each page is opened (default 10)
  --only TEXT      only pages with this text in their address
  --dir DIR        keep the filled installation in this folder; it is taken again within 20 hours, with the same numbers
  --help           this text

Everything runs on one machine, the browser included.`

const { values: options } = parseArgs({
  options: {
    publishers: { type: 'string', default: '1000' },
    calls: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    dir: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const [publishers = 0, calls = 0, requests = 0] = [options.publishers, options.calls, options.requests].map(Number)
const GOAL_MS = 1000
/** Whatever takes longer will not come. */
const PATIENCE_MS = 60_000
const APP = 'toolsmith/toolbox'

if (options.help) {
  console.log(HELP)
} else if (![publishers, calls, requests].every(value => Number.isInteger(value) && value > 0)) {
  console.error('--publishers, --calls and --requests must be whole numbers above 0')
  process.exitCode = 2
} else {
  await main()
}

async function main(): Promise<void> {
  const kept = options.dir && openKept(resolve(options.dir), `pages of ${publishers} publishers, ${calls} calls`)
  const stage = await startStage({ QUALITY_INTERVAL_MS: '1000' }, kept ? { dir: kept.dir, fresh: !kept.isFilled } : {})
  try {
    if (!(kept && kept.isFilled)) {
      await prepare(stage)
      if (kept) kept.keep()
    }
    await awaitQuality(stage.gateway.servers.databaseUrl)
    const times: PageTimes[] = []
    for (const view of await wholeConsole(stage)) times.push(...(await timesOf(stage, view)))
    const figures = figuresOf(times)
    console.log(linesOf(figures).join('\n'))
    const slow = slowPages(figures, GOAL_MS)
    if (slow.length > 0) {
      console.log(`more than ${GOAL_MS} ms by their median: ${slow.join(', ')}`)
      process.exitCode = 1
    }
  } finally {
    await stage.stop()
  }
}

async function prepare(stage: Stage): Promise<void> {
  const startedAtMs = performance.now()
  await makeOperator(stage, owner.email)
  await fill(stage.gateway.servers.databaseUrl, { calls, publishers, buyer: ada.email, app: APP })
  console.log(`filled in ${((performance.now() - startedAtMs) / 1000).toFixed(0)} s`)
  await stage.gateway.verifyLedger()
}

/** Opens each page of somebody, again and again in one browser. */
async function timesOf(stage: Stage, { who, pages, dialogs = [] }: View): Promise<PageTimes[]> {
  const endings: (() => Promise<void>)[] = []
  const ending = { after: (end: unknown) => void endings.push(end as () => Promise<void>) }
  const { page } = await (who === undefined ? visit(ending, stage) : visitAs(ending, stage, who))
  page.setDefaultTimeout(PATIENCE_MS)
  const requestsOf = watchRequests(page)
  const times: PageTimes[] = []
  const wanted = (path: string) => path.includes(options.only)
  const openings = [
    ...pages.filter(wanted).map(path => ({ path, go: open })),
    ...dialogs.filter(wanted).map(path => ({ path, go: openDialog })),
  ]
  for (const { path, go } of openings) {
    const ms: number[] = []
    for (let count = 0; count < requests; count += 1) {
      const startedAtMs = performance.now()
      await go(page, stage, path)
      await requestsOf.answered()
      await awaitContent(page)
      ms.push(performance.now() - startedAtMs)
    }
    times.push({ page: path, ms })
  }
  for (const end of endings) await end()
  // What says that it could not be loaded is soon there.
  if (requestsOf.failures.length > 0) throw new Error(`not answered: ${requestsOf.failures.join(', ')}`)
  return times
}
