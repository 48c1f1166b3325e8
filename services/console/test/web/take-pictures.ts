// npm run snapshots: pictures of every page with real data, and what of them differs from those of an earlier run.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { callTool, linkInMessage } from '@mtg/testing'
import type { Page } from 'playwright-core'
import { BUYER_PAGES, OWNER_PAGES } from './page-lists.ts'
import {
  ada,
  type Ending,
  makeOperator,
  open,
  openDialog,
  overflowOf,
  owner,
  refuseAll,
  type Stage,
  startStage,
  type View,
  visit,
  visitAs,
  wholeConsole,
} from './pages.ts'
import { differingPart, pictureOf, WAYS } from './pictures.ts'

const HELP = `npm run snapshots -- --out DIR [OPTIONS]

Starts a gateway with the samples and its console, and takes a picture of every page as buyers, publishers and operators
see it: by day, in the dark and on a phone; with data, of a new account that has none, and when nothing can be loaded.
A page that is wider than its screen is named, and ends it with 1.
Times, durations, ids and addresses are replaced by others that are the same in each run.

  --out DIR          the folder for the pictures: WAY/STATE/PAGE.png
  --against DIR      compares with the pictures of an earlier run, names what differs, and then exits with 1.
                     Compare runs of one machine: fonts and edges of letters are other ones elsewhere
  --threshold PART   the part of a picture that may differ (default 0.001)
  --ways LIST        some of light,dark,phone (default: all)
  --states LIST      some of full,empty,failing,long (default: all)
  --only TEXT        only pages with this text in their address
  --help             this text`

const STATES = ['full', 'empty', 'failing', 'long'] as const
type State = (typeof STATES)[number]
type WayName = keyof typeof WAYS

const LONG = 'a-name-that-is-as-long-as-names-may-be-so-that-no-column-fits-it'
// Without an app that is chosen; and publishing has a name of its own: who has become a publisher sees another page there.
const EMPTY_PAGES = [...BUYER_PAGES.map(path => path.replace(/\?.*/, '')), '/publish?as=newcomer']
const newcomer = { email: 'newcomer@example.test', password: 'a long enough password' }
/** A publisher without an app. */
const beginner = { email: 'beginner@example.test', password: newcomer.password }
const patient = {
  email: `${'somebody.with.a.long.address'.repeat(2)}@subdomain.of.a.company.example`,
  password: newcomer.password,
}

interface Options {
  readonly out: string
  readonly against: string | undefined
  readonly threshold: number
  readonly ways: readonly WayName[]
  readonly states: readonly State[]
  readonly only: string
}

/** Somebody with pages to look at in one state. */
interface Scene extends View {
  readonly state: State
}

const options = readOptions()
if (options === undefined) console.log(HELP)
else process.exitCode = (await takeAll(options)) ? 0 : 1

function readOptions(): Options | undefined {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      out: text,
      against: text,
      threshold: { ...text, default: '0.001' },
      ways: { ...text, default: Object.keys(WAYS).join() },
      states: { ...text, default: STATES.join() },
      only: { ...text, default: '' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help || values.out === undefined) return undefined
  const threshold = Number(values.threshold)
  assert.ok(threshold >= 0 && threshold <= 1, '--threshold is from 0 to 1')
  const ways = values.ways.split(',').filter((way): way is WayName => Object.hasOwn(WAYS, way))
  const states = STATES.filter(state => values.states.split(',').includes(state))
  const against = values.against === undefined ? undefined : resolve(values.against)
  return { out: resolve(values.out), against, threshold, ways, states, only: values.only }
}

/** Whether nothing differs, and nothing is cut off. */
async function takeAll(chosen: Options): Promise<boolean> {
  const stage = await startStage()
  try {
    await fill(stage)
    const views = await wholeConsole(stage)
    const comparing = await (await stage.browser.newContext()).newPage()
    const differing: string[] = []
    const cutOff: string[] = []
    let count = 0
    for (const scene of scenes(views).filter(({ state }) => chosen.states.includes(state))) {
      for (const way of chosen.ways) {
        for await (const { name, picture, overflow } of picturesOf(stage, scene, way, chosen.only)) {
          count += 1
          if (overflow > 0) cutOff.push(`${name}: ${overflow} pixels are cut off`)
          keep(join(chosen.out, name), picture)
          const difference = await differenceFrom(comparing, chosen, name, picture)
          if (difference !== undefined) differing.push(difference)
        }
      }
    }
    console.log(`${count} pictures in ${chosen.out}`)
    if (chosen.against !== undefined) console.log(differing.join('\n') || `Nothing differs from ${chosen.against}.`)
    if (cutOff.length > 0) console.log(cutOff.join('\n'))
    return differing.length === 0 && cutOff.length === 0
  } finally {
    await stage.stop()
  }
}

function scenes(views: readonly View[]): Scene[] {
  return [
    ...views.map(view => ({ state: 'full' as const, ...view })),
    { state: 'full', who: ada, pages: ['/no-such-page'] },
    { state: 'empty', who: newcomer, pages: EMPTY_PAGES },
    { state: 'empty', who: beginner, pages: ['/publish', '/publish/revenue', '/publish/payouts'] },
    { state: 'failing', who: ada, pages: BUYER_PAGES },
    { state: 'failing', who: owner, pages: OWNER_PAGES.filter(path => !path.includes('?tab=')) },
    {
      state: 'long',
      who: patient,
      pages: [
        '/',
        '/keys',
        '/purchases',
        '/market',
        `/market/toolsmith/${LONG}`,
        `/playground?app=toolsmith/${LONG}`,
        `/connect?app=toolsmith/${LONG}`,
        '/account',
      ],
    },
    {
      state: 'long',
      who: owner,
      pages: ['/publish', `/publish/apps/${LONG}`, '/publish/revenue', '/operator/accounts'],
    },
  ]
}

async function* picturesOf(stage: Stage, { state, who, pages, dialogs = [] }: Scene, way: WayName, only: string) {
  const endings: (() => Promise<void>)[] = []
  const ending: Ending = { after: end => void endings.push(end as () => Promise<void>) }
  const { page } = await (who === undefined ? visit(ending, stage, WAYS[way]) : visitAs(ending, stage, who, WAYS[way]))
  // It waits as long as a busy machine needs: what differs is what it is for, not how long it takes.
  page.setDefaultTimeout(120_000)
  if (state === 'failing') await refuseAll(page)
  const wanted = (path: string) => path.includes(only)
  const look = async (path: string) => ({
    name: join(way, state, nameOf(path)),
    overflow: await overflowOf(page),
    picture: await pictureOf(page),
  })
  for (const path of pages.filter(wanted)) {
    await open(page, stage, path)
    yield await look(path)
  }
  for (const path of dialogs.filter(wanted)) {
    await openDialog(page, stage, path)
    yield await look(path)
  }
  for (const end of endings) await end()
}

/** Alike in every run, whatever the call and the month. */
function nameOf(path: string): string {
  const steady = path.replace(/\d{4}-\d\d$/, 'this').replace(/^\/calls\/.+/, '/call')
  const words = steady.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '')
  return `${words.slice(0, 60) || 'home'}.png`
}

function keep(file: string, picture: Buffer): void {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, picture)
}

async function differenceFrom(page: Page, { against, threshold }: Options, name: string, picture: Buffer) {
  if (against === undefined) return undefined
  const earlier = join(against, name)
  if (!existsSync(earlier)) return `${name}: is new`
  const part = await differingPart(page, readFileSync(earlier), picture)
  return part > threshold ? `${name}: ${(part * 100).toFixed(2)} % differ` : undefined
}

/** Calls that ended in several ways, somebody new, and names as long as they may be. */
async function fill(stage: Stage): Promise<void> {
  for (const tool of ['hash_text', 'summarize_text', 'no_such_tool', 'hash_text']) {
    await callTool({
      baseUrl: stage.gateway.baseUrl,
      app: 'toolsmith/toolbox',
      tool,
      arguments: { text: 'A text. And another.' },
      credential: ada.key,
    })
  }
  await makeOperator(stage, owner.email)
  const endings: (() => Promise<void>)[] = []
  const ending: Ending = { after: end => void endings.push(end as () => Promise<void>) }
  const at = async (who: Scene['who'], method: 'get' | 'post' | 'put', path: string, data?: object) => {
    const { page } = who === undefined ? await visit(ending, stage) : await visitAs(ending, stage, who)
    const answer = await page.request[method](`${stage.origin}/api/v1${path}`, {
      data,
      headers: { origin: stage.origin },
    })
    assert.ok(answer.ok(), `${path}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  for (const who of [newcomer, beginner, patient]) await at(undefined, 'post', '/accounts', who)
  await verifyAddress(ending, stage, beginner.email)
  await at(beginner, 'put', '/publisher', { username: 'beginner' })
  const { upstream } = await at(owner, 'post', '/publisher/apps/toolbox/probe', {})
  await at(owner, 'put', `/publisher/apps/${LONG}`, {
    adapter: 'mcp',
    upstream,
    title: 'A title that says all that can be said of an app, and then a little more, to its last letter',
    description: 'Averyverylongwordthatnobodycanbreak'.repeat(6),
    published: true,
    tiers: {
      free: { perMinute: 30, perDay: 1000, monthly: 500 },
      paid: { price: '123456.123456', perMinute: 600, perDay: 100000, monthly: 1000000 },
    },
  })
  await at(patient, 'post', '/keys', { name: LONG })
  await at(patient, 'post', '/purchases', { app: `toolsmith/${LONG}`, tier: 'free' })
  for (const end of endings) await end()
}

/** By the link in the message to it. */
async function verifyAddress(ending: Ending, stage: Stage, email: string): Promise<void> {
  const { page } = await visit(ending, stage)
  await page.goto(await linkInMessage(stage.gateway.outboxDir, email))
  await page.getByText('is verified').waitFor()
}
