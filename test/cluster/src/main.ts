import { parseArgs } from 'node:util'
import { describe, violationsOf } from './report.ts'
import { runLong } from './run.ts'

const HELP = `npm run test:cluster [-- OPTION]

Two of every service on a Redis Cluster, a NATS cluster with streams in triplicate, and PostgreSQL with a streaming
replica, under paid load, while every part is restarted in order and killed. No call may fail but where a Redis master is
killed (redis_error, until its replica takes over or it is back); the books are compared call by call after each phase.

  --rounds N           how often (1)
  --seconds N          undisturbed load before (10)
  --workers N          callers at once (8)
  --buyers N           buyers (40)
  --replicas N         processes of each service (2)
  --redis-replicas N   replicas of each of the three Redis masters (1)
  --help               this text`

const number = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    rounds: number,
    seconds: number,
    workers: number,
    buyers: number,
    replicas: number,
    'redis-replicas': number,
    help: { type: 'boolean' },
  },
})
if (values.help === true) console.log(HELP)
else process.exitCode = await main()

async function main(): Promise<number> {
  const phases = await runLong({
    rounds: Number(values.rounds ?? 1),
    seconds: Number(values.seconds ?? 10),
    workers: Number(values.workers ?? 8),
    buyers: Number(values.buyers ?? 40),
    replicas: Number(values.replicas ?? 2),
    redisReplicas: Number(values['redis-replicas'] ?? 1),
    log: line => console.log(line),
  })
  console.log(`\n${describe(phases)}`)
  const violations = violationsOf(phases)
  for (const violation of violations) console.log(`VIOLATION: ${violation}`)
  console.log(
    violations.length === 0
      ? 'no call failed that should not, and the books are exact'
      : `${violations.length} violations`,
  )
  return violations.length === 0 ? 0 : 1
}
