import { appError } from '@mtg/errors'

/** Bounds how much is under way at once for each key. */
export interface InFlight {
  /** Takes a place, or throws `overloaded`. The answer gives it back; a second time does nothing. */
  enter(key: string): () => void
  /** Over all keys. */
  total(): number
}

/** Makes a bound; `bound` names it in logs. */
export function createInFlight(bound: string, perKeyMax: number): InFlight {
  const counts = new Map<string, number>()
  let total = 0
  return {
    enter(key) {
      const before = counts.get(key) ?? 0
      if (before >= perKeyMax) throw appError('overloaded', { detail: { bound, key } })
      counts.set(key, before + 1)
      total += 1
      let left = false
      return () => {
        if (left) return
        left = true
        total -= 1
        const now = (counts.get(key) ?? 1) - 1
        if (now === 0) counts.delete(key)
        else counts.set(key, now)
      }
    },
    total: () => total,
  }
}
