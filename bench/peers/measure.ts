import type { ChildProcess } from 'node:child_process'
import { ask, type CallShape } from '../edge/orders.ts'
import { cpuMicrosOf, residentMebibytes } from '../processes.ts'
import type { Figures } from './figures.ts'

/** Something that passes calls on. */
export interface Target {
  readonly name: string
  readonly origin: string
  readonly call: CallShape
  /** Processes whose CPU makes a row. */
  readonly parts: readonly { readonly name: string; readonly pids: () => readonly number[] }[]
}

/** How it is measured. */
export interface Plan {
  readonly rounds: number
  readonly seconds: number
  readonly connections: readonly number[]
  readonly warmUpSeconds: number
  readonly progress: (line: string) => void
}

/** Not counted: who was idle while others were measured has given memory and connections back. */
const SETTLE_SECONDS = 1
const WARM_UP_CONNECTIONS = 64

/** All of them in turns, so that a noisy moment does not decide between two. */
export async function measureAll(load: ChildProcess, targets: readonly Target[], plan: Plan): Promise<Figures[]> {
  const { rounds, seconds, connections, warmUpSeconds, progress } = plan
  for (const { name, origin, call } of targets) {
    progress(`warming up ${name}`)
    await ask(load, { origin, call, connections: WARM_UP_CONNECTIONS, seconds: warmUpSeconds })
  }
  const figures: Figures[] = []
  const steps = rounds * connections.length * targets.length
  let step = 0
  for (let round = 0; round < rounds; round += 1) {
    for (const count of connections) {
      for (const target of targets) {
        step += 1
        const leftSeconds = (steps - step + 1) * (seconds + SETTLE_SECONDS)
        progress(`${step} of ${steps}: ${target.name}, ${count} connections (about ${leftSeconds} s left)`)
        figures.push(...(await measure(load, target, { round, connections: count, seconds })))
      }
    }
  }
  return figures
}

interface Step {
  readonly round: number
  readonly connections: number
  readonly seconds: number
}

async function measure(load: ChildProcess, target: Target, step: Step): Promise<Figures[]> {
  const { origin, call, parts } = target
  const { round, connections, seconds } = step
  await ask(load, { origin, call, connections, seconds: SETTLE_SECONDS })
  const before = parts.map(({ pids }) => cpuOf(pids()))
  const outcome = await ask(load, { origin, call, connections, seconds })
  const { calls, failed, p50Ms, p99Ms } = outcome
  return parts.map(({ name, pids }, index) => {
    const [pid = 0, ...others] = pids()
    return {
      round,
      name,
      connections,
      callsPerSecond: calls / outcome.seconds,
      cpuMicros: (cpuOf(pids()) - (before[index] ?? 0)) / calls,
      p50Ms,
      p99Ms,
      mebibytes: others.length === 0 ? residentMebibytes(pid) : undefined,
      failed,
    }
  })
}

function cpuOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuMicrosOf(pid), 0)
}
