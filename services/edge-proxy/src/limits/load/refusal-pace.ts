/**
 * Answers refusals at the pace of somebody who listens. Who is refused at once asks again at once, and so can keep the event
 * loop busy with refusals alone; so whoever gets too many in a second waits a moment for each further one.
 */
export interface RefusalPace {
  /** Resolves when the owner's refusal may be answered; undefined: now. */
  hold(owner: string): Promise<void> | undefined
  /** Time passes: to be called every `turnMs`. */
  turn(): void
  /** Refusals that wait. */
  held(): number
}

/** How many refusals are answered at once, and how long further ones wait. */
export interface RefusalPaceOptions {
  readonly turnMs: number
  /** Refusals of one owner in a second that are answered at once. */
  readonly perSecond: number
  readonly holdMs: number
}

const SECOND_MS = 1_000
const OWNERS_MAX = 10_000
/** More are answered at once: they would take memory, and each takes a connection. */
const HELD_MAX = 4_000

/** Makes the pace of one edge process. */
export function createRefusalPace({ turnMs, perSecond, holdMs }: RefusalPaceOptions): RefusalPace {
  const counts = new Map<string, number>()
  const turnsPerSecond = Math.max(1, Math.round(SECOND_MS / turnMs))
  // One timer for all: whoever waits is let go with all others of the same turn.
  const slots: (() => void)[][] = Array.from({ length: Math.max(1, Math.ceil(holdMs / turnMs)) }, () => [])
  let turn = 0
  let held = 0

  return {
    hold(owner) {
      const count = (counts.get(owner) ?? 0) + 1
      if (counts.size < OWNERS_MAX || count > 1) counts.set(owner, count)
      if (count <= perSecond || held >= HELD_MAX) return undefined
      held += 1
      return new Promise(resolve => slots[turn % slots.length]?.push(resolve))
    },
    turn() {
      turn += 1
      if (turn % turnsPerSecond === 0) counts.clear()
      // What was put here a full round ago has waited long enough.
      const due = slots[turn % slots.length]?.splice(0) ?? []
      held -= due.length
      for (const letGo of due) letGo()
    },
    held: () => held,
  }
}
