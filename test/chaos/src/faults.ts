import { parseNatsUrls } from '@mtg/events'
import type { Constellation } from '@mtg/testing'
import { connect } from 'nats'
import type { Random } from './random.ts'

/** What is done to the system while it works. */
export interface FaultOptions {
  readonly gateway: Constellation
  readonly random: Random
  readonly signal: AbortSignal
  readonly log: (line: string) => void
  /** Names of what is killed and frozen; then nothing else is done. All of it, and the bus is wiped, when left out. */
  readonly victims?: RegExp
  /** How long nothing is done after each, besides a pause that differs; 0 when left out. */
  readonly restMs?: number
}

const PAUSE_MIN_MS = 300
const PAUSE_SPREAD_MS = 1200
const STOPPED_MIN_MS = 300
const STOPPED_SPREAD_MS = 2000

/** Kills, freezes and wipes at random until the signal; answers with what it did, by name. */
export async function injectFaults(options: FaultOptions): Promise<Map<string, number>> {
  const { random, signal, log, restMs = 0 } = options
  const done = new Map<string, number>()
  while (!signal.aborted) {
    await sleep(restMs + PAUSE_MIN_MS + random.below(PAUSE_SPREAD_MS), signal)
    if (signal.aborted) break
    const fault = chooseFault(options)
    log(fault.name)
    done.set(fault.name, (done.get(fault.name) ?? 0) + 1)
    await fault.run(signal)
  }
  return done
}

interface Fault {
  readonly name: string
  readonly run: (signal: AbortSignal) => Promise<void>
}

function chooseFault({ gateway, random, victims }: FaultOptions): Fault {
  const names = Object.keys(gateway.pids())
  const victim = random.pick(victims === undefined ? names : names.filter(name => victims.test(name)))
  const roll = random.next()
  if (roll < 0.1 && victims === undefined) {
    return { name: 'wipe usage stream', run: () => wipeStreams(gateway.servers.natsUrl) }
  }
  if (roll < 0.3) {
    const stoppedMs = STOPPED_MIN_MS + random.below(STOPPED_SPREAD_MS)
    return { name: `SIGSTOP ${victim}`, run: signal => freeze(gateway, victim, stoppedMs, signal) }
  }
  return { name: `SIGKILL ${victim}`, run: async () => kill(gateway, victim, 'SIGKILL') }
}

function kill(gateway: Constellation, victim: string, signal: NodeJS.Signals): void {
  try {
    gateway.kill(victim, signal)
  } catch {
    // It is dead already and not yet back.
  }
}

async function freeze(gateway: Constellation, victim: string, ms: number, signal: AbortSignal): Promise<void> {
  const pid = gateway.pids()[victim]
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGSTOP')
    await sleep(ms, signal)
    process.kill(pid, 'SIGCONT')
  } catch {
    // Somebody else ended it meanwhile.
  }
}

/** As if the bus had been replaced by an empty one. */
async function wipeStreams(natsUrl: string): Promise<void> {
  try {
    const connection = await connect({ ...parseNatsUrls(natsUrl), timeout: 1000, maxReconnectAttempts: 0 })
    const manager = await connection.jetstreamManager()
    for await (const name of manager.streams.names()) await manager.streams.delete(name)
    await connection.close()
  } catch {
    // The bus is down at the moment, which is worse than wiped.
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
