import { parseArgs } from 'node:util'
import { describe, violationsOf } from './report.ts'
import { runChaos } from './run.ts'

const HELP = `npm run chaos [-- OPTION]

Runs paid load while processes and servers are killed, frozen and wiped, and billing dies at each of its failpoints, and
checks that money and usage stay exact.

  --seed N        repeat a run's choices (a new seed is printed otherwise)
  --seconds N     how long at least (60)
  --failpoints N  at how many failpoints billing dies (all)
  --workers N     callers at once (24)
  --buyers N      buyers; half of all calls belong to the first (20)
  --cells N       cells of billing; buyers are moved between them meanwhile (1)
  --help          this text`

const count = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    seed: count,
    seconds: count,
    failpoints: count,
    workers: count,
    buyers: count,
    cells: count,
    help: { type: 'boolean' },
  },
})
if (values.help === true) console.log(HELP)
else process.exitCode = await main()

async function main(): Promise<number> {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32))
  console.log(`seed ${seed}`)
  const report = await runChaos({
    seed,
    seconds: Number(values.seconds ?? 60),
    failpoints: Number(values.failpoints ?? Number.POSITIVE_INFINITY),
    workers: Number(values.workers ?? 24),
    buyers: Number(values.buyers ?? 20),
    cells: Number(values.cells ?? 1),
    log: line => console.log(`  ${line}`),
  })
  console.log(describe(report))
  const violations = violationsOf(report)
  for (const violation of violations.slice(0, 20)) console.log(`VIOLATION: ${violation}`)
  console.log(
    violations.length === 0 ? 'all invariants hold' : `${violations.length} violations; repeat with --seed ${seed}`,
  )
  return violations.length === 0 ? 0 : 1
}
