/** Numbers that a seed decides. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** Time to the next of events that happen `perSecond` times a second, independently. */
  untilNext(perSecond: number): number
}

/** Mulberry32 (public domain, Tommy Ettinger): small, fast, and good enough for queues. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, untilNext: perSecond => -Math.log(1 - next()) / perSecond }
}
