import { parseArgs } from 'node:util'
import { attackNames } from '../registry.ts'
import { describe, violationsOf } from './report.ts'
import { runSiege } from './run.ts'

const HELP = `npm run siege [-- OPTION]

Makes all attacks there are on a fresh system at once, for minutes, while an honest buyer and publisher go on, and prints
what became of everybody. Exits with 1 unless no honest call failed, the edge's memory stayed within its bound, no place
is held afterwards, and ledger, wallet and usage are right.

  --minutes N   how long (2)
  --seed N      repeat what attacks draw by lot (a new seed is printed otherwise)
  --only A,B    these attacks alone
  --list        names the attacks
  --help        this text`

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const { values } = parseArgs({ options: { minutes: text, seed: text, only: text, list: flag, help: flag } })

if (values.help === true) console.log(HELP)
else if (values.list === true) console.log(attackNames().join('\n'))
else process.exitCode = await main()

async function main(): Promise<number> {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  const minutes = Number(values.minutes ?? 2)
  console.log(`seed ${seed}, ${minutes} minutes`)
  const report = await runSiege({
    seed,
    durationMs: minutes * 60_000,
    attacks: values.only?.split(',') ?? attackNames(),
    log: line => console.log(`  ${line}`),
  })
  console.log(describe(report))
  const violations = violationsOf(report)
  for (const violation of violations) console.log(`VIOLATION: ${violation}`)
  console.log(violations.length === 0 ? 'nobody was harmed' : `${violations.length} violations (seed ${seed})`)
  return violations.length === 0 ? 0 : 1
}
