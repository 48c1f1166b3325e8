/** How much each owner (a buyer's id, or the address of a stranger) has asked for lately, in units of an ordinary call. */
export interface RecentUse {
  add(owner: string, cost: number): void
  /** Per second. */
  of(owner: string): number
  /** Time passes: to be called every `turnMs`. */
  turn(): void
  /** Of those who have asked for something just now: the most and the least, per second. Looks at all of them. */
  extremes(): Extremes
}

/** Of several owners; `least` is Infinity when there are none. */
export interface Extremes {
  readonly most: number
  readonly least: number
}

interface Use {
  /** Decayed sum of costs, as of `turn`. */
  sum: number
  turn: number
  /** Of the last addition. */
  addedIn: number
}

const HALF_LIFE_MS = 2_000
const OWNERS_MAX = 10_000
/** A sum below this is nobody's. */
const NEGLIGIBLE = 0.05
const TURNS_BETWEEN_SWEEPS = 64
const JUST_NOW_MS = 2_000

/** Makes an empty record. Decay is reckoned when somebody is looked at, so that a turn costs nothing. */
export function createRecentUse(turnMs: number): RecentUse {
  const uses = new Map<string, Use>()
  const decay = 0.5 ** (turnMs / HALF_LIFE_MS)
  const perSecond = (Math.LN2 / HALF_LIFE_MS) * 1000
  const turnsJustNow = Math.ceil(JUST_NOW_MS / turnMs)
  let turn = 0

  function sumOf(use: Use): number {
    if (use.turn !== turn) {
      use.sum *= decay ** (turn - use.turn)
      use.turn = turn
    }
    return use.sum
  }

  function makeRoom(): void {
    if (uses.size < OWNERS_MAX) return
    const [oldest] = uses.keys()
    if (oldest !== undefined) uses.delete(oldest)
  }

  return {
    add(owner, cost) {
      const use = uses.get(owner)
      if (use === undefined) {
        makeRoom()
        uses.set(owner, { sum: cost, turn, addedIn: turn })
      } else {
        use.sum = sumOf(use) + cost
        use.addedIn = turn
      }
    },
    of(owner) {
      const use = uses.get(owner)
      return use === undefined ? 0 : sumOf(use) * perSecond
    },
    turn() {
      turn += 1
      if (turn % TURNS_BETWEEN_SWEEPS !== 0) return
      for (const [owner, use] of uses) if (sumOf(use) < NEGLIGIBLE) uses.delete(owner)
    },
    extremes() {
      let most = 0
      let least = Number.POSITIVE_INFINITY
      for (const use of uses.values()) {
        if (turn - use.addedIn > turnsJustNow) continue
        const sum = sumOf(use)
        most = Math.max(most, sum)
        least = Math.min(least, sum)
      }
      return { most: most * perSecond, least: least * perSecond }
    },
  }
}
