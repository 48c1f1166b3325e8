// npm run bench:repair: how fast billing rebuilds usage records that were lost.
import { parseArgs } from 'node:util'
import { services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import { startConstellation } from '@mtg/testing'
import { openPaidCalls, seedBuyers } from './billing/paid-calls.ts'
import { cpuMicrosOf } from './processes.ts'
import { areReached, type Goal, verdicts } from './verdicts.ts'

const HELP = `npm run bench:repair [-- OPTIONS]

Makes paid calls at billing (reserved, captured) whose usage records never come, and lets billing reconcile: it compares what was
captured with what metering has, rebuilds every record from its reservation and has metering store it. First a look that changes
nothing, then the repair, then a look that must find nothing. The rate counts all of the repair, the comparison too.

  --calls N      how many are lost (200000)
  --callers N    calls under way at once while they are made (256)
  --json         print JSON
  --help         this text`

const { values: options } = parseArgs({
  options: {
    calls: { type: 'string', default: '200000' },
    callers: { type: 'string', default: '256' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const callCount = Number(options.calls)
const callers = Number(options.callers)
const BUYERS = 100
const RECORDS_PER_SECOND_MIN = 10_000
const LIMITS = { timeoutMs: 600_000 }
/** Billing must not do it by itself meanwhile. */
const NEVER_MS = '86400000'

if (options.help) console.log(HELP)
else if (![callCount, callers].every(value => Number.isInteger(value) && value > 0)) {
  console.error('bench:repair: --calls and --callers must be whole numbers above 0 (--help)')
  process.exitCode = 2
} else process.exitCode = (await main()) ? 0 : 1

async function main(): Promise<boolean> {
  const gateway = await startConstellation({
    ownServers: true,
    services: ['billing', 'metering'],
    env: { LOG_LEVEL: 'warn', RECONCILE_INTERVAL_MS: NEVER_MS },
  })
  try {
    const buyers = await seedBuyers(gateway, BUYERS)
    const paid = openPaidCalls(gateway)
    let made = 0
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (made < callCount) await paid.make(buyers[made++ % BUYERS] ?? '')
      }),
    )
    paid.close()
    const ledger = createClient(services.billing.LedgerService, {
      address: gateway.grpc.billing,
      token: gateway.secretOf('operator'),
    })
    const cpu = () => Object.entries(gateway.pids()).map(([name, pid]) => [name, cpuMicrosOf(pid)] as const)
    const reconcile = async (dryRun: boolean) => {
      const startedAtMs = performance.now()
      const found = await ledger.Reconcile({ dryRun }, LIMITS)
      return { seconds: (performance.now() - startedAtMs) / 1000, ...found }
    }
    const look = await reconcile(true)
    const before = new Map(cpu())
    const repair = await reconcile(false)
    const spent = cpu().map(([name, micros]) => [name, (micros - (before.get(name) ?? 0)) / callCount] as const)
    const after = await reconcile(true)
    ledger.close()
    const isComplete =
      Number(look.missingCount) === callCount &&
      Number(repair.republishedCount) === callCount &&
      Number(after.missingCount) === 0
    return report({ lookSeconds: look.seconds, repairSeconds: repair.seconds, cpu: new Map(spent), isComplete })
  } finally {
    await gateway.stop()
  }
}

interface Findings {
  /** What comparing alone takes. */
  readonly lookSeconds: number
  readonly repairSeconds: number
  /** CPU of each process for each record, microseconds. */
  readonly cpu: ReadonlyMap<string, number>
  /** Whether exactly what was lost was found, and is there now. */
  readonly isComplete: boolean
}

function report({ lookSeconds, repairSeconds, cpu, isComplete }: Findings): boolean {
  const recordsPerSecond = callCount / repairSeconds
  const goals: Goal[] = [
    { what: 'records repaired a second', figure: recordsPerSecond, atLeast: RECORDS_PER_SECOND_MIN, digits: 0 },
  ]
  if (options.json) {
    console.log(
      JSON.stringify(
        { callCount, lookSeconds, repairSeconds, cpu: Object.fromEntries(cpu), goals, isComplete },
        null,
        2,
      ),
    )
  } else {
    console.log(
      `${callCount} records: compared in ${lookSeconds.toFixed(1)} s, repaired in ${repairSeconds.toFixed(1)} s`,
    )
    console.log(`CPU us a record: ${[...cpu].map(([name, micros]) => `${name} ${micros.toFixed(0)}`).join(', ')}`)
    for (const line of verdicts(goals)) console.log(line)
    console.log(isComplete ? 'every record is there, once' : 'not every record was found and repaired')
  }
  return isComplete && areReached(goals)
}
