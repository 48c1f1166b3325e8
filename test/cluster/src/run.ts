import { setTimeout as delay } from 'node:timers/promises'
import type { ClusterMember } from '@mtg/embedded'
import { assertBooks } from './books.ts'
import { type Layout, startLayout } from './layout.ts'
import { type Observed, runLoad } from './load.ts'
import { apps, makeBuyers } from './market.ts'
import { rollAll, rollNats, rollRedis, settleNats } from './restart.ts'

/** A long run. */
export interface RunOptions {
  /** How often everything is restarted and killed. */
  readonly rounds: number
  /** How long the load runs undisturbed, first of all. */
  readonly seconds: number
  readonly workers: number
  readonly buyers: number
  /** Processes of each service. */
  readonly replicas: number
  /** Replicas of each Redis master. */
  readonly redisReplicas: number
  readonly log: (line: string) => void
}

/** What callers saw while one thing happened. */
export interface Phase {
  readonly name: string
  readonly seconds: number
  readonly observed: Observed
  /** Whether calls may be refused meanwhile (and cost nothing). */
  readonly mayRefuse: boolean
}

/** Runs paid load while one part after the other is restarted or killed. Rejects when the books are wrong after a phase. */
export async function runLong(options: RunOptions): Promise<Phase[]> {
  const callers = makeBuyers('caller', options.buyers)
  const listeners = makeBuyers('listener', 4)
  const layout = await startLayout({
    groups: [
      { buyers: callers, app: apps.open, wallet: '100000.00' },
      { buyers: listeners, app: apps.stream, wallet: '100000.00' },
    ],
    replicas: options.replicas,
    redisReplicas: options.redisReplicas,
  })
  const delivered = new Set<string>()
  const phases: Phase[] = []

  async function during(name: string, mayRefuse: boolean, something: () => Promise<void>): Promise<void> {
    options.log(name)
    const load = new AbortController()
    const startedAt = performance.now()
    const { balancer } = layout
    const loading = runLoad({ balancer, callers, listeners, workers: options.workers, signal: load.signal })
    await something().finally(() => load.abort())
    const observed = await loading
    for (const callId of observed.delivered) delivered.add(callId)
    await assertBooks(layout, [...callers, ...listeners], delivered)
    phases.push({ name, mayRefuse, seconds: (performance.now() - startedAt) / 1000, observed })
  }

  try {
    await during('nothing happens', false, () => delay(options.seconds * 1000))
    for (let round = 1; round <= options.rounds; round += 1) {
      await disturb(layout, { prefix: `round ${round}: `, during, log: options.log })
    }
    return phases
  } finally {
    await layout.stop()
  }
}

type During = (name: string, mayRefuse: boolean, something: () => Promise<void>) => Promise<void>

interface Round {
  readonly prefix: string
  readonly during: During
  readonly log: RunOptions['log']
}

async function disturb(layout: Layout, { prefix, during, log }: Round): Promise<void> {
  const { redis, nats, postgresReplica } = layout.servers
  await during(`${prefix}rolling restart of every service`, false, () => rollAll(layout))
  if (redis.members.length > 3) {
    await during(`${prefix}rolling restart of Redis, by handing over`, false, () => rollRedis(layout))
  }
  await during(`${prefix}rolling restart of NATS`, false, () => rollNats(layout, log))
  for (const member of nats.members) {
    await during(`${prefix}${member.name} is killed`, false, () =>
      bounce(member, () => settleNats(layout, member, log)),
    )
  }
  await during(`${prefix}the database replica is killed`, false, () => bounce(postgresReplica, async () => {}))
  for (const member of redis.members) {
    const wasMaster = await redis.isMaster(member)
    const name = `${prefix}${member.name}, a ${wasMaster ? 'master' : 'replica'}, is killed`
    await during(name, wasMaster, () => bounce(member, () => redis.settled()))
  }
}

const AWAY_MS = 5000

/** Away for five seconds, then back. */
async function bounce(member: ClusterMember, settled: () => Promise<void>): Promise<void> {
  await member.kill()
  await delay(AWAY_MS)
  await member.start()
  await settled()
}
