// npm run bench:catalogue: how long lists and searches of a large catalogue take over HTTP.
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sessionCookie, startConstellation } from '@mtg/testing'
import { fillCatalogue } from '@mtg/testing/generated-catalogue'
import { Client } from 'pg'
import { type CallsMade, prepareCalls, STRETCH_SECONDS } from './catalogue/beside-calls.ts'
import { awaitQuality, countQuality, makeCalls } from './catalogue/make-calls.ts'
import { makeSettledCalls, SETTLED_PRICE_MICROS } from './catalogue/make-settled.ts'
import { openKept } from './kept.ts'
import { areReached, verdicts } from './verdicts.ts'

const HELP = `npm run bench:catalogue [-- OPTIONS]

Fills an installation of its own with publishers, apps and paid calls, straight into its tables, and asks the API for every kind of list and
search, one after another, once all calls are counted for the quality of apps, while paid calls go on. As many calls again are of one app, whose
prices are rehearsed. Prints the median and the 95th percentile of each, and how long PostgreSQL worked meanwhile, for one and the calls beside it.

  --publishers N   (default 1000, with 10 apps each)
  --calls N        paid calls of the last 30 days (default 1000000)
  --requests N     of each kind (default 200)
  --call-rate N    paid calls a second meanwhile (default 50; 0: none)
  --dir DIR        keep the filled installation in this folder; it is taken again within 20 hours, with the same numbers
  --help           this text`

const { values: options } = parseArgs({
  options: {
    publishers: { type: 'string', default: '1000' },
    calls: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '200' },
    'call-rate': { type: 'string', default: '50' },
    dir: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const [publishers = 0, calls = 0, requests = 0] = [options.publishers, options.calls, options.requests].map(Number)
const callRate = Number(options['call-rate'])
const GOAL_P95_MS = 100
/** It adds up a month; its statement is ended after four seconds. */
const REHEARSAL_GOAL_P95_MS = 1000
const REHEARSAL = 'rehearsal of a price'
const WARM_UP = 10
/** A backend tells what it has done within a second of being idle. */
const TOLD_AFTER_MS = 1_500
const KEY = 'vnb-sk-bench-catalogue-0001'

const APP = 'acme/tools'
const OWNER = { email: 'owner@acme.test', password: 'a password of the benchmark' }

const marketplaceFor = (upstream: string) => `
publishers:
  - username: acme
    email: ${OWNER.email}
    password: ${OWNER.password}
    payout: connected
    apiKey: k
    apps:
      - name: tools
        adapter: mcp
        upstream: ${upstream}
        tiers: { paid: { price: "0.000001", perMinute: 1000000000, perDay: 1000000000, monthly: 1000000000 } }
buyers:
  - email: ada@example.test
    wallet: "25.00"
    keys: [{ name: default, key: ${KEY} }]
    purchases: [{ app: ${APP}, tier: paid }]
`

const WORDS = [
  'search',
  'weather',
  'invoice data',
  'zeppelin',
  'orchid quasar',
  'serch',
  'wether results',
  'maker-77',
  'patent lega',
]

if (options.help) {
  console.log(HELP)
} else if (![publishers, calls, requests].every(value => Number.isInteger(value) && value > 0) || !(callRate >= 0)) {
  console.error(
    '--publishers, --calls and --requests must be whole numbers above 0, --call-rate one that is not below it',
  )
  process.exitCode = 2
} else {
  await main()
}

interface Figure {
  readonly kind: string
  readonly p50: number
  readonly p95: number
  /** Of PostgreSQL for a request, that of the calls meanwhile included. */
  readonly databaseMs: number
}

async function main(): Promise<void> {
  const kept = options.dir && openKept(resolve(options.dir), `catalogue of ${publishers} publishers, ${calls} calls`)
  const beside = await prepareCalls({ app: APP, key: KEY })
  const gateway = await startConstellation({
    marketplace: marketplaceFor(beside.upstream),
    console: true,
    ...(kept && { dir: kept.dir, fresh: !kept.isFilled }),
    serviceEnv: {
      console: { ADDRESS_REQUESTS_PER_MINUTE: '1000000', ACCOUNT_REQUESTS_PER_MINUTE: '1000000' },
      metering: { QUALITY_INTERVAL_MS: '1000' },
    },
  })
  try {
    if (!(kept && kept.isFilled)) {
      const startedAtMs = performance.now()
      await fill(gateway.servers.databaseUrl)
      console.log(`filled in ${((performance.now() - startedAtMs) / 1000).toFixed(0)} s`)
      if (kept) kept.keep()
    }
    await awaitQuality(gateway.servers.databaseUrl)
    const api = `${String(gateway.console)}/api/v1`
    const kinds = kindsOf(api, await sessionCookie(String(gateway.console), OWNER))
    beside.start(gateway.baseUrl, callRate)
    const figures = await measureAll(gateway.servers.databaseUrl, kinds)
    if (!report(figures, await beside.finish())) process.exitCode = 1
  } finally {
    await gateway.stop()
    beside.stop()
  }
}

async function measureAll(databaseUrl: string, kinds: Readonly<Record<string, Asking>>): Promise<Figure[]> {
  const figures: Figure[] = []
  const watch = new Client({ connectionString: databaseUrl })
  await watch.connect()
  watch.on('error', () => {})
  // Whatever is measured first is not the first that the services do.
  for (const asking of Object.values(kinds)) for (let index = 0; index < WARM_UP; index += 1) await asking(index)
  for (const [kind, asking] of Object.entries(kinds)) {
    const before = await workedMs(watch)
    const times = await measure(asking)
    figures.push({ kind, ...times, databaseMs: ((await workedMs(watch)) - before) / (requests + WARM_UP) })
  }
  await watch.end()
  return figures
}

function report(figures: readonly Figure[], made: CallsMade | undefined): boolean {
  for (const { kind, p50, p95, databaseMs } of figures) {
    console.log(
      `${kind.padEnd(34)} p50 ${p50.toFixed(1)} ms  p95 ${p95.toFixed(1)} ms  PostgreSQL ${databaseMs.toFixed(1)} ms`,
    )
  }
  if (made !== undefined) {
    const { rps, failed, p50Ms, p99Ms } = made
    const worst = `at worst p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`
    console.log(`beside ${rps.toFixed(0)} paid calls/s, ${failed} of them failed, ${worst} in ${STRETCH_SECONDS} s`)
  }
  const goals = figures.map(({ kind, p95 }) => {
    const atMost = kind === REHEARSAL ? REHEARSAL_GOAL_P95_MS : GOAL_P95_MS
    return { what: `p95 of ${kind}, ms`, figure: p95, atMost }
  })
  console.log(verdicts(goals).join('\n'))
  return areReached(goals) && (made?.failed ?? 0) === 0
}

async function fill(databaseUrl: string): Promise<void> {
  const open = async (schema: string) => {
    const sql = new Client({
      connectionString: databaseUrl,
      options: `-c search_path=${schema} -c work_mem=256MB -c synchronous_commit=off`,
    })
    await sql.connect()
    // What fails is told by the query; that the server goes away at the end is not news.
    sql.on('error', () => {})
    return sql
  }
  const billing = await open('billing')
  await fillCatalogue(billing, { publishers, appsEach: 10, toolsEach: 3 })
  await makeSettledCalls(billing, calls, { username: 'acme', name: 'tools' })
  await billing.end()
  const auth = await open('auth')
  const { rows } = await auth.query<{ id: string }>('SELECT id FROM buyers LIMIT 1')
  await auth.end()
  const metering = await open('metering')
  await makeCalls(metering, calls, String(rows[0]?.id))
  await metering.query('VACUUM (ANALYZE) usage_records')
  await countQuality(metering)
  await metering.query('CHECKPOINT')
  await metering.end()
}

/** How long PostgreSQL has worked on statements, all backends together. */
async function workedMs(sql: Client): Promise<number> {
  await setTimeout(TOLD_AFTER_MS)
  const { rows } = await sql.query<{ ms: number }>(
    'SELECT active_time AS ms FROM pg_stat_database WHERE datname = current_database()',
  )
  return rows[0]?.ms ?? 0
}

/** Makes the i-th request, and looks at what it answers. */
type Asking = (index: number) => Promise<void>

/** Each kind of list and search, and the rehearsal of prices. */
function kindsOf(api: string, cookie: string): Record<string, Asking> {
  const word = (index: number) => encodeURIComponent(WORDS[index % WORDS.length] ?? '')
  const get =
    (pathOf: (index: number) => string): Asking =>
    async index => {
      await asked(`${api}${pathOf(index)}`, { headers: { authorization: `Bearer ${KEY}` } })
    }
  return {
    'apps by name': get(index => `/catalog/apps?pageSize=50&publisher=maker-${1 + (index % publishers)}`),
    'all apps': get(() => '/catalog/apps'),
    'models, cheapest first': get(index => `/catalog/apps?sort=price&adapter=llm&minPrice=0.0${1 + (index % 9)}`),
    'newest with a free tier': get(() => '/catalog/apps?sort=newest&tier=free'),
    'search by words': get(index => `/catalog/apps?query=${word(index)}`),
    'search, narrowed': get(
      index => `/catalog/apps?query=${word(index)}&adapter=mcp&tier=paid&maxPrice=0.05&sort=price`,
    ),
    // No two of them are the same, so that each is looked up.
    'search that nobody else makes': get(
      index => `/catalog/apps?query=${word(index)}&maxPrice=0.${String(900_000 + index).padStart(6, '0')}`,
    ),
    'calls of a buyer': get(() => '/calls?pageSize=50'),
    'usage by app': get(() => '/usage?by=app'),
    [REHEARSAL]: async index => await rehearse(api, cookie, index),
  }
}

/** Each at another price, and exact: so many calls and what they came to, but for those that are made meanwhile at 0.000001. */
async function rehearse(api: string, cookie: string, index: number): Promise<void> {
  const answer = await asked(`${api}/publisher/apps/tools/rehearsal`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ price: `0.00${1000 + index}` }),
  })
  const { calls: counted, revenue } = JSON.parse(answer) as { calls: number; revenue: { before: string } }
  const micros = Math.round(Number(revenue.before) * 1_000_000)
  const settled = calls * SETTLED_PRICE_MICROS
  if (counted < calls || micros - settled !== counted - calls) {
    throw new Error(
      `rehearsed were ${counted} calls of ${micros}, there are ${calls} of ${settled}, and further ones of 1 each`,
    )
  }
}

async function asked(url: string, init: RequestInit): Promise<string> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${text}`)
  return text
}

async function measure(ask: Asking): Promise<{ p50: number; p95: number }> {
  const times: number[] = []
  // The first ones make connections, plans and caches.
  for (let index = -WARM_UP; index < requests; index += 1) {
    const startedAtMs = performance.now()
    await ask(index + WARM_UP)
    if (index >= 0) times.push(performance.now() - startedAtMs)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}
