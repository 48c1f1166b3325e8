import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Target } from './attack.ts'
import type { News, Orders } from './attack-process.ts'

/** An attack under way. */
export interface RunningAttack {
  /** What it did and got so far, by what it was. */
  counts(): Readonly<Record<string, number>>
  /** Ends it; rejects when the attack itself broke. */
  stop(): Promise<void>
}

/** An attack that takes longer to end has forgotten its signal. */
const STOP_TIMEOUT_MS = 10_000

/** Starts an attack in a process of its own. */
export function startAttack(attack: string, target: Target): RunningAttack {
  // A test's process talks to its runner by the environment; this one has nothing to say there.
  const { NODE_TEST_CONTEXT: _channel, ...env } = process.env
  const child = fork(join(import.meta.dirname, 'attack-process.ts'), { env, execArgv: [] })
  let counts: Readonly<Record<string, number>> = {}
  let failure: string | undefined
  let hasEnded = false
  const exited = once(child, 'exit')
  child.on('message', (news: News) => {
    if ('counts' in news) counts = news.counts
    else {
      hasEnded = true
      failure = news.failure
    }
  })
  child.send({ attack, target } satisfies Orders)
  return {
    counts: () => counts,
    async stop() {
      if (child.connected) child.send('stop', () => {})
      const kill = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await exited
      clearTimeout(kill)
      if (failure !== undefined) throw new Error(`the attack ${attack} broke: ${failure}`)
      if (!hasEnded) throw new Error(`the attack ${attack} did not end by itself`)
    },
  }
}
