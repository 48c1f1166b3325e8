import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { LiveFailpoint } from '@mtg/billing/failpoints'
import { compileCache, freePort } from '@mtg/testing'
import { driverOf, type Traffic } from './drive.ts'
import type { Random } from './random.ts'

/** Addresses of a billing process that is not long for this world; a new one takes them when it has died. */
export interface Seat {
  readonly grpc: string
  readonly http: string
  readonly ops: string
}

/** What dying at failpoints needs. */
export interface DoomedOptions {
  readonly seats: readonly Seat[]
  readonly points: readonly LiveFailpoint[]
  /** At how many of them; all when it is more than there are. */
  readonly count: number
  /** The settings of the system's own billing: same data, same keys. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly traffic: Traffic
  readonly random: Random
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

const MAIN = fileURLToPath(new URL('../../../services/billing/src/main.ts', import.meta.url))
/** Servers may be down for a while, and the machine busy. */
const REACH_TIMEOUT_MS = 60_000
const DRIVE_INTERVAL_MS = 200

/** Free addresses for a seat. */
export async function takeSeat(): Promise<Seat> {
  const [grpc, http, ops] = await Promise.all([freePort(), freePort(), freePort()])
  return { grpc: `127.0.0.1:${grpc}`, http: `127.0.0.1:${http}`, ops: `127.0.0.1:${ops}` }
}

/** Lets billing processes that share the load die at failpoints, in random order; answers with those never reached. */
export async function dieAtFailpoints(options: DoomedOptions): Promise<LiveFailpoint[]> {
  const left = shuffled(options.points, options.random).slice(0, options.count)
  const spared: LiveFailpoint[] = []
  const occupy = async (seat: Seat) => {
    for (let point = left.pop(); point !== undefined; point = left.pop()) {
      options.log(`billing dies at ${point}`)
      if (!(await dieAt(point, seat, options))) spared.push(point)
    }
  }
  await Promise.all(options.seats.map(occupy))
  return spared
}

async function dieAt(point: LiveFailpoint, seat: Seat, options: DoomedOptions): Promise<boolean> {
  const giveUpAt = performance.now() + REACH_TIMEOUT_MS
  while (performance.now() < giveUpAt && !options.signal.aborted) {
    const child = launch(point, seat, options.env)
    try {
      if (await diesInTraffic(child, point, seat, options, giveUpAt)) return true
    } finally {
      child.kill('SIGKILL')
    }
  }
  return false
}

/** False when it ended in another way, or not at all. */
async function diesInTraffic(
  child: ChildProcess,
  point: LiveFailpoint,
  seat: Seat,
  { traffic, signal }: DoomedOptions,
  giveUpAt: number,
): Promise<boolean> {
  const exited = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>
  const driver = driverOf(point, seat, traffic)
  try {
    while (child.exitCode === null && child.signalCode === null) {
      if (performance.now() > giveUpAt || signal.aborted) return false
      // Answers do not matter: it is there to die before it gives any.
      await Promise.race([exited, driver.drive().catch(() => {})])
      await Promise.race([exited, sleep(DRIVE_INTERVAL_MS)])
    }
  } finally {
    driver.close()
  }
  const [, endedBy] = await exited
  return endedBy === 'SIGKILL'
}

function launch(point: LiveFailpoint, seat: Seat, env: DoomedOptions['env']): ChildProcess {
  return spawn(process.execPath, [MAIN], {
    env: {
      ...compileCache(),
      ...env,
      GRPC_LISTEN: seat.grpc,
      HTTP_LISTEN: seat.http,
      OPS_LISTEN: seat.ops,
      // Events of its own processor come to itself.
      BASE_URL: `http://${seat.http}`,
      FAILPOINT: point,
      SUPERVISED: '1',
    },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const rest = [...items]
  return items.map(() => {
    const chosen = random.pick(rest)
    rest.splice(rest.indexOf(chosen), 1)
    return chosen
  })
}
