// npm run simulate:scale: how many processes and servers so many calls a second take, and what one shard does under its load.
import { parseArgs } from 'node:util'
import { createRandom } from '../random.ts'
import { type CostsPerCall, defaultCosts, defaultTimes } from './costs.ts'
import { createDemand } from './demand.ts'
import { measureCosts } from './measure.ts'
import { type Plan, planFor } from './plan.ts'
import { runShard, type ShardOptions, type ShardRun } from './shard-run.ts'

const HELP = `npm run simulate:scale [-- OPTIONS]

Plans for so many paid calls a second, then simulates the fullest billing shard event by event: its batches, its
processors, its disk, and its busiest wallet.

  --calls N          calls a second (1000000)
  --buyers N         active buyers (1000000)
  --zipf X           the n-th busiest buyer calls n^-X times as often as the busiest (0.7)
  --cores N          processors of one database server (8)
  --shard-calls N    calls a second of one database at most: it has one log and one disk (30000)
  --utilisation X    how full everything may be at that rate (0.5)
  --publisher-ms N   how long publishers take (200)
  --seconds N        simulated time (5)
  --seed N           repeats a run (a new one is printed otherwise)
  --costs JSON       CPU microseconds for each call, in place of the built-in ones: {"edge":90,...}
  --measure          first measure those of this machine, for half a minute
  --json             print JSON
  --help             this text`

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    calls: text,
    buyers: text,
    zipf: text,
    cores: text,
    'shard-calls': text,
    utilisation: text,
    'publisher-ms': text,
    seconds: text,
    seed: text,
    costs: text,
    measure: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(HELP)
else await main()

async function main(): Promise<void> {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32))
  const random = createRandom(seed)
  const costs = await chooseCosts()
  const databaseCores = Number(values.cores ?? 8)
  const demand = createDemand(Number(values.calls ?? 1e6), Number(values.buyers ?? 1e6), Number(values.zipf ?? 0.7))
  const utilisationMax = Number(values.utilisation ?? 0.5)
  const plan = planFor(
    demand,
    {
      costs,
      times: defaultTimes,
      utilisationMax,
      databaseCores,
      shardCallsMax: Number(values['shard-calls'] ?? 30_000),
      authTtlSeconds: 5,
    },
    random,
  )
  const rate = Math.min(plan.fullestShard, demand.callsPerSecond)
  const shard = (routing: ShardOptions['routing'], share: number, load: number) =>
    runShard({
      seed,
      callsPerSecond: rate * load,
      seconds: Number(values.seconds ?? 5),
      cores: databaseCores,
      billings: Math.ceil(plan.billings / plan.billingShards),
      postgresMicros: costs.postgres,
      times: defaultTimes,
      hotShare: share,
      routing,
      publisherMs: Number(values['publisher-ms'] ?? 200),
    })
  const busiest = Math.min(1, plan.busiestBuyer / rate)
  const runs: [string, ShardRun][] = [
    ['as planned, by buyer', shard('by buyer', busiest, 1)],
    ['as planned, round robin', shard('round robin', busiest, 1)],
    ['half as much again, by buyer', shard('by buyer', busiest, 1.5)],
    ['all on one wallet, by buyer', shard('by buyer', 1, 1)],
    ['all on one wallet, round robin', shard('round robin', 1, 1)],
  ]
  if (values.json) {
    console.log(JSON.stringify({ seed, costs, plan, runs: runs.map(([name, run]) => ({ name, ...figuresOf(run) })) }))
  } else print(seed, costs, plan, runs)
}

async function chooseCosts(): Promise<CostsPerCall> {
  if (values.measure) return await measureCosts()
  return values.costs === undefined
    ? defaultCosts
    : { ...defaultCosts, ...(JSON.parse(values.costs) as Partial<CostsPerCall>) }
}

function figuresOf({ arrived, finished, addedMs, meanBatch, utilisation }: ShardRun) {
  const sorted = addedMs.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return { arrived, unfinished: arrived - finished, p50Ms: at(0.5), p99Ms: at(0.99), meanBatch, utilisation }
}

function print(seed: number, costs: CostsPerCall, plan: Plan, runs: readonly [string, ShardRun][]): void {
  console.log(`seed ${seed}`)
  console.log(`CPU for each call, microseconds: ${JSON.stringify(costs)}\n`)
  for (const [name, value] of Object.entries(plan)) console.log(`${name.padEnd(16)} ${Math.round(value as number)}`)
  console.log('\nthe fullest shard         calls  unfinished   p50 ms   p99 ms  calls a statement  processors used')
  for (const [name, run] of runs) {
    const { arrived, unfinished, p50Ms, p99Ms, meanBatch, utilisation } = figuresOf(run)
    const cells = [
      arrived,
      unfinished,
      p50Ms.toFixed(1),
      p99Ms.toFixed(1),
      meanBatch.toFixed(1),
      `${(utilisation * 100).toFixed(0)} %`,
    ]
    const widths = [9, 12, 9, 9, 19, 17]
    console.log(
      name.padEnd(31) +
        cells
          .map((cell, index) => String(cell).padStart(widths[index] ?? 0))
          .join('')
          .slice(9 - 9),
    )
  }
}
