// Runs one attack in a process of its own, at a low priority: what slows the victim must be what the attack does to
// the system, and not the computing that the attack itself needs.
import { constants, setPriority } from 'node:os'
import type { Target } from './attack.ts'
import { attackNamed } from './registry.ts'

/** What the process is told first; anything after that means stop. */
export interface Orders {
  readonly attack: string
  readonly target: Target
}

/** What it tells: counts now and then, and how it ended. */
export type News = { readonly counts: Record<string, number> } | { readonly ended: true; readonly failure?: string }

const REPORT_MS = 200

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const stop = new AbortController()
const counts: Record<string, number> = {}
const tell = (news: News) => process.send?.(news)

process.once('message', (orders: Orders) => {
  process.once('message', () => stop.abort())
  void run(orders)
})
process.once('disconnect', () => process.exit())

async function run({ attack, target }: Orders): Promise<void> {
  const tally = {
    add: (what: string, count = 1) => {
      counts[what] = (counts[what] ?? 0) + count
    },
  }
  const reports = setInterval(() => tell({ counts }), REPORT_MS)
  try {
    const found = await attackNamed(attack)
    await found.run(target, stop.signal, tally)
    end()
  } catch (thrown) {
    end(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown))
  } finally {
    clearInterval(reports)
  }
}

function end(failure?: string): void {
  tell({ counts })
  process.send?.({ ended: true, ...(failure !== undefined && { failure }) } satisfies News, () => process.exit())
}
