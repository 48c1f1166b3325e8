import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import {
  type Constellation,
  chromiumLaunch,
  type FakePublisher,
  startConstellation,
  startFakePublisher,
} from '@mtg/testing'
import { type APIRequestContext, type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { BUYER_PAGES, buyerDialogs, ENTRANCE_PAGES, OWNER_DIALOGS, OWNER_PAGES } from './page-lists.ts'

/** The gateway with its samples, and a browser to look at its console. */
export interface Stage {
  readonly gateway: Constellation
  /** The server of workshop/tasks, which does what a test tells it to. */
  readonly publisher: FakePublisher
  readonly browser: Browser
  readonly origin: string
  stop(): Promise<void>
}

/** Of examples/marketplace.yaml: somebody who has bought everything, and can pay. */
export const ada = {
  email: 'ada@example.test',
  password: 'sample-password-ada',
  key: 'vnb-sk-sample-ada-8Qw3nT5kZx7Lr2Vd',
}

/** Owns the samples' publisher; made an operator, it sees all pages of both. */
export const owner = { email: 'owner@toolsmith.test', password: 'sample-password-toolsmith' }

/** Somebody who has bought workshop/tasks, and nothing else. */
export const tina = { email: 'tina@example.test', password: 'a password of tasks', key: 'vnb-sk-pages-tina-0123456789' }

const workshopFor = (upstream: string) => `
  - username: workshop
    payout: connected
    apiKey: workshop-upstream-key
    apps:
      - name: tasks
        adapter: mcp
        upstream: ${upstream}/mcp
        description: Works for as long as it takes.
        tiers: { paid: { price: "0.03", perMinute: 600, perDay: 100000, monthly: 1000 } }
`
const TINA = `
  - email: ${tina.email}
    password: ${tina.password}
    wallet: "9.00"
    keys: [{ name: default, key: ${tina.key} }]
    purchases: [{ app: workshop/tasks, tier: paid }]
`

/** Starts both; metering with some settings of its own, and all of it in a folder that is kept. */
export async function startStage(
  metering: Readonly<Record<string, string>> = {},
  kept: { readonly dir?: string; readonly fresh?: boolean } = {},
): Promise<Stage> {
  const publisher = await startFakePublisher()
  const samples = readFileSync(join(import.meta.dirname, '../../../../examples/marketplace.yaml'), 'utf8')
  const marketplace = samples.replace('publishers:\n', `publishers:\n${workshopFor(publisher.origin)}`) + TINA
  const unlimited = { ADDRESS_REQUESTS_PER_MINUTE: '100000', ACCOUNT_REQUESTS_PER_MINUTE: '100000' }
  const [gateway, browser] = await Promise.all([
    startConstellation({
      ...kept,
      marketplace,
      samples: true,
      console: true,
      serviceEnv: {
        console: unlimited,
        metering: { KEY_USE_INTERVAL_MS: '200', ...metering },
        // Longer than any test waits: what is known of a key ends because it is told so.
        'edge-proxy': { AUTH_CACHE_TTL_MS: '600000' },
      },
    }),
    chromium.launch(chromiumLaunch()),
  ])
  return {
    gateway,
    publisher,
    browser,
    origin: String(gateway.console),
    stop: async () => {
      await browser.close()
      await gateway.stop()
      await publisher.close()
    },
  }
}

/** Lets somebody run the gateway. */
export async function makeOperator({ gateway: { grpc, secretOf } }: Stage, email: string): Promise<void> {
  const operators = createClient(services.auth.OperatorService, {
    address: grpc.auth,
    token: secretOf('operator'),
    person: 'root@here',
  })
  await operators.AddOperator({ email }, { timeoutMs: 10_000 })
  operators.close()
}

/** What lets go of a visitor in the end: a test, or whoever looks. */
export type Ending = Pick<TestContext, 'after'>

/** A page of a new visitor, and what the browser has to say against it. */
export async function visit(t: Ending, { browser }: Stage, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  t.after(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message => {
    // A refusal is the page's matter, and a new network interface the machine's.
    const isForeign = /Failed to load resource: (the server responded|net::ERR_NETWORK_CHANGED)/.test(message.text())
    if (!isForeign) complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(String(error)))
  return { page, complaints }
}

/** The same, logged in. */
export async function visitAs(
  t: Ending,
  stage: Stage,
  who: { readonly email: string; readonly password: string },
  options?: BrowserContextOptions,
) {
  const visitor = await visit(t, stage, options)
  const { email, password } = who
  const headers = { origin: stage.origin }
  const answer = await visitor.page.request.post(`${stage.origin}/api/v1/session`, {
    data: { email, password },
    headers,
  })
  assert.equal(answer.status(), 201, await answer.text())
  return visitor
}

/** Somebody, and all that there is to see for them. */
export interface View {
  /** Left out: nobody has logged in. */
  readonly who?: { readonly email: string; readonly password: string }
  readonly pages: readonly string[]
  readonly dialogs?: readonly string[]
}

/** The whole console, once the owner of the samples' publisher is an operator. */
export async function wholeConsole(stage: Stage): Promise<View[]> {
  const endings: (() => Promise<void>)[] = []
  const { page } = await visitAs({ after: end => void endings.push(end as () => Promise<void>) }, stage, ada)
  const call = await newestCallPath(page.request, stage)
  for (const end of endings) await end()
  return [
    { pages: ENTRANCE_PAGES },
    { who: ada, pages: [...BUYER_PAGES, '/usage?by=tool', call], dialogs: buyerDialogs() },
    { who: owner, pages: OWNER_PAGES, dialogs: OWNER_DIALOGS },
  ]
}

/** The page of the newest call of somebody. */
export async function newestCallPath(request: APIRequestContext, { origin }: Stage): Promise<string> {
  const answer = await request.get(`${origin}/api/v1/calls?pageSize=1`)
  const { items } = (await answer.json()) as { items: { id: string }[] }
  return `/calls/${items[0]?.id ?? ''}`
}

/** Goes to a page, and waits until nothing on it is loading any more. */
export async function open(page: Page, stage: Stage, path: string): Promise<void> {
  await page.goto(`${stage.origin}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await awaitContent(page)
}

/** Waits until nothing on the page that is open is loading any more. */
export async function awaitContent(page: Page): Promise<void> {
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
}

/** Goes to a page that opens a dialog by itself. */
export async function openDialog(page: Page, stage: Stage, path: string): Promise<void> {
  await page.goto(`${stage.origin}${path}`)
  await page.locator('.dialog').waitFor()
  await awaitContent(page)
}

/** Lets nothing of the API reach the page but who it is: what it asks for is refused, so that it does not try again. */
export async function refuseAll(page: Page): Promise<void> {
  const body = JSON.stringify({ error: { code: 'not_found', message: 'It is away.' } })
  await page.route(
    url => url.pathname.startsWith('/api/v1/') && url.pathname !== '/api/v1/account',
    route => route.fulfill({ status: 404, contentType: 'application/json', body }),
  )
}

/** How many pixels of a page lie beyond the right edge. */
export async function overflowOf(page: Page): Promise<number> {
  return Number(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'))
}

const ALL_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe objects to: to anything, or to colours alone, which are all that a theme changes. */
export async function violationsOf(page: Page, about: 'everything' | 'colours'): Promise<string[]> {
  // Pages have no frames; with them in mind axe would open a page more for each answer.
  const builder = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (about === 'everything'
    ? builder.withTags(ALL_TAGS)
    : builder.withRules(['color-contrast', 'link-in-text-block'])
  ).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
}
