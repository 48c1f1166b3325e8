import { eventually } from '@mtg/testing'
import { Agent, setGlobalDispatcher } from 'undici'
import { type RunningAttack, startAttack } from '../attack-runner.ts'
import { assertSound } from '../books.ts'
import { attackNamed } from '../registry.ts'
import { type Scene, startScene } from '../target.ts'
import type { Figures } from '../victim.ts'
import { type MemoryWatch, watchMemory } from '../watch.ts'

/** A siege to make. */
export interface SiegeOptions {
  readonly seed: number
  readonly durationMs: number
  readonly attacks: readonly string[]
  readonly log: (line: string) => void
}

/** What became of one attack. */
interface AttackReport {
  readonly name: string
  readonly about: string
  readonly counts: Readonly<Record<string, number>>
  /** Why it broke; undefined when it went on to the end. */
  readonly failure: string | undefined
}

/** What a siege found. */
export interface SiegeReport {
  readonly attacks: readonly AttackReport[]
  readonly quiet: Figures
  readonly besieged: Figures
  /** The most that each process had resident, in bytes. */
  readonly memory: Readonly<Record<string, number>>
  /** Processes that died. */
  readonly died: readonly string[]
  /** What is wrong with places, usage or money afterwards; undefined when nothing is. */
  readonly unsound: string | undefined
}

const VICTIM_ADDRESS = '127.0.0.2'
const QUIET_MS = 5_000
const PROGRESS_MS = 10_000
const START_TIMEOUT_MS = 60_000

/** Starts a system with servers of its own, and makes all attacks on it at once while the victim goes on. */
export async function runSiege(options: SiegeOptions): Promise<SiegeReport> {
  const { attacks: names, seed, log } = options
  const attacks = await Promise.all(names.map(attackNamed))
  // Strangers call from elsewhere. On Linux all of 127.0.0.0/8 is this machine.
  if (process.platform === 'linux') setGlobalDispatcher(new Agent({ localAddress: VICTIM_ADDRESS }))
  log('starting the system')
  const scene = await startScene({ attackers: attacks.length, seed, ownServers: true })
  const memory = watchMemory(scene.gateway.pids)
  const pids = scene.gateway.pids()
  try {
    const quiet = await scene.victim.callFor(QUIET_MS)
    log(`${attacks.length} attacks begin: ${names.join(', ')}`)
    const running = attacks.map(({ name }) => startAttack(name, scene.targetOf(name)))
    // Only then is it a siege; an attack that never begins is told of at the end.
    await eventually(() => assertActive(running), START_TIMEOUT_MS).catch(() => {})
    const besieged = await callThrough(scene, running, memory, options)
    log('the attacks end')
    const failures = await Promise.all(running.map(failureOf))
    const unsound = await assertSound(scene).then(() => undefined, messageOf)
    return {
      attacks: attacks.map(({ name, about }, index) => ({
        name,
        about,
        counts: running[index]?.counts() ?? {},
        failure: failures[index],
      })),
      quiet,
      besieged,
      memory: memory.max(),
      died: Object.entries(scene.gateway.pids()).flatMap(([name, pid]) => (pids[name] === pid ? [] : [name])),
      unsound,
    }
  } finally {
    memory.stop()
    await scene.stop()
  }
}

async function callThrough(
  { victim }: Scene,
  running: readonly RunningAttack[],
  memory: MemoryWatch,
  { durationMs, log }: SiegeOptions,
): Promise<Figures> {
  const startedAt = performance.now()
  const progress = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const made = running.flatMap(attack => Object.values(attack.counts())).reduce((sum, count) => sum + count, 0)
    const edge = Math.round((memory.max()['edge-proxy'] ?? 0) / 2 ** 20)
    log(
      `${seconds} s: ${victim.calls()} honest calls, ${victim.failures()} failed; ${made} hostile ones; edge ${edge} MiB`,
    )
  }, PROGRESS_MS)
  try {
    return await victim.callFor(durationMs)
  } finally {
    clearInterval(progress)
  }
}

function assertActive(running: readonly RunningAttack[]): void {
  if (!running.every(attack => Object.keys(attack.counts()).length > 0)) throw new Error('not all have begun')
}

const failureOf = (attack: RunningAttack) => attack.stop().then(() => undefined, messageOf)

const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown))
