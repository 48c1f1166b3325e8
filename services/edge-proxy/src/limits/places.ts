import type { LimitName, LimitRefusals, Measured } from './limit-refusals.ts'

/** Bounds how many are under way at once. Whoever enters leaves once, with the same key. */
export interface Places {
  /** Takes a place for a key, or throws `overloaded`. */
  enter(key: string): void
  /** Gives the place back. */
  leave(key: string): void
}

/** Places that all keys share. */
export interface SharedPlaces extends Places, Measured {}

/** How many places a key may take, and the name of that bound. */
export interface KeyBound {
  readonly limit: LimitName
  readonly perKeyMax: number
}

/** How many places there are, for all keys and for one, and where refusals are counted. */
export interface SharedPlacesOptions {
  readonly limit: LimitName
  readonly max: number
  /** The bound of one key. Left out where keys are not callers: then whoever comes first is served. */
  readonly key?: KeyBound | undefined
  readonly refusals: LimitRefusals
}

/** Makes places of which each key has its own. */
export function createPlaces({ limit, perKeyMax }: KeyBound, refusals: LimitRefusals): Places {
  const counts = new Map<string, number>()
  return {
    enter(key) {
      const taken = counts.get(key) ?? 0
      if (taken >= perKeyMax) throw refusals.error(limit, key)
      counts.set(key, taken + 1)
    },
    leave: key => takeOne(counts, key),
  }
}

/**
 * Makes places that all keys share. Nobody can take all of them: a key may take as many as it leaves free for the others,
 * and never more than its own bound.
 */
export function createSharedPlaces({ limit, max, key: bound, refusals }: SharedPlacesOptions): SharedPlaces {
  const counts = new Map<string, number>()
  let total = 0
  return {
    limit,
    max,
    held: () => total,
    enter(key) {
      const taken = counts.get(key) ?? 0
      if (bound !== undefined && taken >= bound.perKeyMax) throw refusals.error(bound.limit, key)
      if ((bound === undefined ? 0 : taken) >= max - total) throw refusals.error(limit, key)
      counts.set(key, taken + 1)
      total += 1
    },
    leave(key) {
      takeOne(counts, key)
      total -= 1
    },
  }
}

/** Does something in a place of a key. */
export async function within<T>(places: Places, key: string, work: () => Promise<T>): Promise<T> {
  places.enter(key)
  try {
    return await work()
  } finally {
    places.leave(key)
  }
}

function takeOne(counts: Map<string, number>, key: string): void {
  const now = (counts.get(key) ?? 1) - 1
  if (now === 0) counts.delete(key)
  else counts.set(key, now)
}
