// npm run bench:catalogue: how long lists and searches of a large catalogue take over HTTP.
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startConstellation } from '@mtg/testing'
import { fillCatalogue } from '@mtg/testing/generated-catalogue'
import { Client } from 'pg'
import { awaitQuality, makeCalls, rewindQuality } from './catalogue/make-calls.ts'
import { areReached, verdicts } from './verdicts.ts'

const HELP = `npm run bench:catalogue [-- OPTIONS]

Fills an installation of its own with publishers, apps and paid calls, straight into its tables, and asks the API for every kind of list and
search, one after another, once all calls are counted for the quality of apps. Prints the median and the 95th percentile of each, and how long
PostgreSQL worked for one.

  --publishers N   (default 1000, with 10 apps each)
  --calls N        paid calls of the last 30 days (default 1000000)
  --requests N     of each kind (default 200)
  --help           this text`

const { values: options } = parseArgs({
  options: {
    publishers: { type: 'string', default: '1000' },
    calls: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '200' },
    help: { type: 'boolean', default: false },
  },
})
const [publishers = 0, calls = 0, requests = 0] = [options.publishers, options.calls, options.requests].map(Number)
const GOAL_P95_MS = 100
const WARM_UP = 10
/** A backend tells what it has done within a second of being idle. */
const TOLD_AFTER_MS = 1_500
const KEY = 'vnb-sk-bench-catalogue-0001'

const BUYER = `
publishers: []
buyers:
  - email: ada@example.test
    wallet: "25.00"
    keys: [{ name: default, key: ${KEY} }]
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
} else if (![publishers, calls, requests].every(value => Number.isInteger(value) && value > 0)) {
  console.error('--publishers, --calls and --requests must be whole numbers above 0')
  process.exitCode = 2
} else {
  await main()
}

async function main(): Promise<void> {
  const gateway = await startConstellation({
    marketplace: BUYER,
    console: true,
    serviceEnv: {
      console: { ADDRESS_REQUESTS_PER_MINUTE: '1000000', ACCOUNT_REQUESTS_PER_MINUTE: '1000000' },
      metering: { QUALITY_INTERVAL_MS: '1000' },
    },
  })
  try {
    await fill(gateway.servers.databaseUrl)
    const paths = kinds()
    const figures = []
    const watch = new Client({ connectionString: gateway.servers.databaseUrl })
    await watch.connect()
    watch.on('error', () => {})
    for (const [kind, pathOf] of Object.entries(paths)) {
      const before = await workedMs(watch)
      const times = await measure(`${String(gateway.console)}/api/v1`, pathOf)
      figures.push({ kind, ...times, database: ((await workedMs(watch)) - before) / (requests + WARM_UP) })
    }
    await watch.end()
    for (const { kind, p50, p95, database } of figures) {
      console.log(
        `${kind.padEnd(34)} p50 ${p50.toFixed(1)} ms  p95 ${p95.toFixed(1)} ms  PostgreSQL ${database.toFixed(1)} ms`,
      )
    }
    const goals = figures.map(({ kind, p95 }) => ({ what: `p95 of ${kind}, ms`, figure: p95, atMost: GOAL_P95_MS }))
    console.log(verdicts(goals).join('\n'))
    if (!areReached(goals)) process.exitCode = 1
  } finally {
    await gateway.stop()
  }
}

async function fill(databaseUrl: string): Promise<void> {
  const open = async (schema: string) => {
    const sql = new Client({ connectionString: databaseUrl, options: `-c search_path=${schema}` })
    await sql.connect()
    // What fails is told by the query; that the server goes away at the end is not news.
    sql.on('error', () => {})
    return sql
  }
  const billing = await open('billing')
  await fillCatalogue(billing, { publishers, appsEach: 10, toolsEach: 3 })
  await billing.end()
  const auth = await open('auth')
  const { rows } = await auth.query<{ id: string }>('SELECT id FROM buyers LIMIT 1')
  await auth.end()
  const metering = await open('metering')
  await makeCalls(metering, calls, String(rows[0]?.id))
  await rewindQuality(metering)
  await metering.query('VACUUM (ANALYZE) usage_records')
  await awaitQuality(metering)
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

/** Each kind of list, and its path in the i-th request. */
function kinds(): Record<string, (index: number) => string> {
  const word = (index: number) => encodeURIComponent(WORDS[index % WORDS.length] ?? '')
  return {
    'apps by name': index => `/catalog/apps?pageSize=50&publisher=maker-${1 + (index % publishers)}`,
    'all apps': () => '/catalog/apps',
    'models, cheapest first': index => `/catalog/apps?sort=price&adapter=llm&minPrice=0.0${1 + (index % 9)}`,
    'newest with a free tier': () => '/catalog/apps?sort=newest&tier=free',
    'search by words': index => `/catalog/apps?query=${word(index)}`,
    'search, narrowed': index => `/catalog/apps?query=${word(index)}&adapter=mcp&tier=paid&maxPrice=0.05&sort=price`,
    'calls of a buyer': () => '/calls?pageSize=50',
    'usage by app': () => '/usage?by=app',
  }
}

async function measure(origin: string, pathOf: (index: number) => string): Promise<{ p50: number; p95: number }> {
  const times: number[] = []
  // The first ones make connections, plans and caches.
  for (let index = -WARM_UP; index < requests; index += 1) {
    const startedAtMs = performance.now()
    const answer = await fetch(`${origin}${pathOf(Math.abs(index))}`, { headers: { authorization: `Bearer ${KEY}` } })
    await answer.text()
    if (answer.status !== 200) throw new Error(`${pathOf(index)}: ${answer.status}`)
    if (index >= 0) times.push(performance.now() - startedAtMs)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}
