import { parseArgs } from 'node:util'
import { runCells } from './run.ts'

const HELP = `npm run test:cells [-- OPTION]

Buyers of several cells of billing spend what they have while cells, their databases and other services are killed and
frozen, and the buyers are moved from cell to cell. Each must get exactly as many calls as there was money for.

  --seed N     repeat a run's choices (a new seed is printed otherwise)
  --seconds N  for how long there are faults (60)
  --cells N    how many cells (3)
  --buyers N   how many buyers (12)
  --help       this text`

const count = { type: 'string' } as const
const { values } = parseArgs({
  options: { seed: count, seconds: count, cells: count, buyers: count, help: { type: 'boolean' } },
})
if (values.help === true) console.log(HELP)
else process.exitCode = await main()

async function main(): Promise<number> {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32))
  console.log(`seed ${seed}`)
  const { violations, delivered, moves, faults, codes } = await runCells({
    seed,
    seconds: Number(values.seconds ?? 60),
    cells: Number(values.cells ?? 3),
    buyers: Number(values.buyers ?? 12),
    // An edge that dies between the charge and the answer leaves its caller without either; npm run chaos does that.
    victims: /^(billing|postgres|auth|metering|redis|nats)/,
    log: line => console.log(`  ${line}`),
  })
  const list = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([name, times]) => `${name} ${times}`).join(', ')
  console.log(`${delivered} calls delivered, ${moves} moves beside them`)
  console.log(`faults: ${list(faults)}`)
  console.log(`calls without a result: ${list(codes) || 'none'}`)
  for (const violation of violations) console.log(`VIOLATION: ${violation}`)
  console.log(violations.length === 0 ? 'each buyer got exactly what was paid for' : `repeat with --seed ${seed}`)
  return violations.length === 0 ? 0 : 1
}
