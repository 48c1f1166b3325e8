import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '@mtg/testing'
import type { Attack } from './attack.ts'
import { startAttack } from './attack-runner.ts'
import { assertSound } from './books.ts'
import type { Scene } from './target.ts'
import type { Figures } from './victim.ts'
import { watchMemory } from './watch.ts'

/** How long a trial takes. */
export interface TrialOptions {
  /** For how long the victim calls without the attack, and then with it. */
  readonly quietMs?: number
  readonly attackMs?: number
}

/** What a trial found. */
export interface TrialReport {
  readonly quiet: Figures
  readonly attacked: Figures
  /** What the attack did and got. */
  readonly counts: Readonly<Record<string, number>>
  /** The most that each process had resident during the attack, in bytes. */
  readonly memory: Readonly<Record<string, number>>
}

/** On a busy machine, a process of low priority takes its time. */
const START_TIMEOUT_MS = 20_000
/** How long an attack goes on before the victim's calls are timed. */
const RAMP_MS = 500
/** The rule: at most twice as long. Below this difference it is the machine's noise and nobody's pain. */
const SLOWER_MAX = 2
const NOISE_MS = 5
/** Something else may slow a shared machine just then: a median is too long when it is so each time. */
const ROUNDS_MAX = 5
/** At default settings. */
const EDGE_BYTES_MAX = 512 * 1024 * 1024

/**
 * The victim calls without the attack, then with it. Rejects when one of its calls fails or gets a wrong answer, when
 * its median is over twice what it was just before, when a process dies or grows beyond its bound, when the attack did
 * nothing, or when anything is wrong with places, usage or money afterwards.
 */
export async function assertUnharmed(
  context: TestContext,
  scene: Scene,
  attack: Attack,
  options: TrialOptions = {},
): Promise<TrialReport> {
  const pids = JSON.stringify(scene.gateway.pids())
  for (let round = 1; ; round += 1) {
    const report = await holdRound(scene, attack, options)
    context.diagnostic(describe(attack, report, scene.seed))
    judge(report)
    if (isFastEnough(report)) {
      await assertSound(scene)
      if (JSON.stringify(scene.gateway.pids()) !== pids) throw new Error('a process died')
      return report
    }
    if (round === ROUNDS_MAX) throw new Error(`the victim was slowed down ${ROUNDS_MAX} times: ${medians(report)}`)
  }
}

/** Whether the victim's median stays within what the rule allows. */
function isFastEnough({ quiet, attacked }: Pick<TrialReport, 'quiet' | 'attacked'>): boolean {
  return attacked.medianMs <= Math.max(quiet.medianMs * SLOWER_MAX, quiet.medianMs + NOISE_MS)
}

async function holdRound(scene: Scene, attack: Attack, options: TrialOptions): Promise<TrialReport> {
  const { quietMs = 2000, attackMs = 3000 } = options
  const quiet = await scene.victim.callFor(quietMs)
  const memory = watchMemory(scene.gateway.pids)
  const running = startAttack(attack.name, scene.targetOf(attack.name))
  let attacked: Figures
  try {
    await eventually(() => assertActive(running.counts()), START_TIMEOUT_MS)
    await sleep(RAMP_MS)
    attacked = await scene.victim.callFor(attackMs)
  } finally {
    await running.stop()
    memory.stop()
  }
  const report = { quiet, attacked, counts: running.counts(), memory: memory.max() }
  if (isFastEnough(report)) return report
  // Perhaps the machine has become busier meanwhile: then it is as slow without the attack.
  const after = await scene.victim.callFor(quietMs)
  return after.medianMs > quiet.medianMs ? { ...report, quiet: after } : report
}

function assertActive(counts: TrialReport['counts']): void {
  if (Object.keys(counts).length === 0) throw new Error('the attack did nothing')
}

function judge({ quiet, attacked, memory }: TrialReport): void {
  const failures = [...quiet.failures, ...attacked.failures]
  if (failures.length > 0) throw new Error(`honest calls failed:\n  ${failures.slice(0, 10).join('\n  ')}`)
  const edgeBytes = memory['edge-proxy'] ?? 0
  if (edgeBytes > EDGE_BYTES_MAX) throw new Error(`the edge had ${Math.round(edgeBytes / 2 ** 20)} MiB resident`)
}

function describe(attack: Attack, report: TrialReport, seed: number): string {
  const { counts, memory, attacked } = report
  const got = Object.entries(counts).map(([what, count]) => `${count} x ${what}`)
  const edge = Math.round((memory['edge-proxy'] ?? 0) / 2 ** 20)
  return `${attack.name} (seed ${seed}): ${got.join(', ')}; victim: ${attacked.calls} calls, ${medians(report)}; edge ${edge} MiB`
}

function medians({ quiet, attacked }: TrialReport): string {
  return `median ${quiet.medianMs.toFixed(1)} ms without, ${attacked.medianMs.toFixed(1)} ms with the attack`
}
