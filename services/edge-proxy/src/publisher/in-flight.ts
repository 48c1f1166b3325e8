import { appError } from '@mtg/errors'

/** Bounds how much is under way at once: for one app, and over all. */
export interface InFlight {
  /** Takes a place, or throws `overloaded`. The answer gives it back; a second time does nothing. */
  enter(app: string): () => void
  total(): number
}

/** Makes the bounds. */
export function createInFlight(limits: { readonly perAppMax: number; readonly totalMax: number }): InFlight {
  const byApp = new Map<string, number>()
  let total = 0
  return {
    enter(app) {
      const before = byApp.get(app) ?? 0
      if (total >= limits.totalMax) throw appError('overloaded', { detail: { bound: 'total' } })
      if (before >= limits.perAppMax) throw appError('overloaded', { detail: { bound: 'app', app } })
      byApp.set(app, before + 1)
      total += 1
      let left = false
      return () => {
        if (left) return
        left = true
        total -= 1
        const now = (byApp.get(app) ?? 1) - 1
        if (now === 0) byApp.delete(app)
        else byApp.set(app, now)
      }
    },
    total: () => total,
  }
}
