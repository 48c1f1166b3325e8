import type { Clock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'
import type { WindowLimits, WindowVerdict } from '../../domain/rate-windows.ts'

/** Places that were taken in a buyer's windows before there were calls for them. */
interface Spare {
  readonly place: WindowVerdict
  readonly giveBack: (count: number) => void
  readonly minute: number
  readonly expiry: NodeJS.Timeout
  count: number
}

interface Caller {
  calledAtMs: number
  /** Since when no two calls were far from each other. */
  steadySinceMs: number
  isAsking: boolean
  spare: Spare | undefined
}

/** Takes a few places at a time for those who call without a pause: Redis is not asked for each of their calls. */
export interface PlacesAhead {
  /** Notes a call; answers with a place that was taken ahead, if there is one. */
  next(buyerAndApp: string): WindowVerdict | undefined
  /** How many places to take beyond those that are asked for; where it is not 0, `keep` or `forget` follows. */
  wanted(buyerAndApp: string, limits: WindowLimits): number
  /** Keeps what was taken beyond them for a moment, and then gives the rest back. */
  keep(buyerAndApp: string, count: number, taken: Pick<Spare, 'place' | 'giveBack'>): void
  /** Redis could not be asked: what was taken ahead counts no more. */
  forget(buyerAndApp: string): void
}

const CALLERS_MAX = 10_000
const PLACES = 16
const KEPT_MS = 100
/** Whoever has called for so long, and never paused for longer, will go on. */
const STEADY_MS = 250
const PAUSE_MAX_MS = 20
/** In smaller windows the places that one process keeps could be those that another one refuses a call for. */
const LIMIT_MIN = 4096n
const MINUTE_MS = 60_000

/** Begins with none. */
export function takePlacesAhead(clock: Clock): PlacesAhead {
  const callers = new LRUCache<string, Caller>({ max: CALLERS_MAX })
  const minuteNow = () => Math.floor(clock.nowMs() / MINUTE_MS)

  function callerOf(buyerAndApp: string): Caller {
    let caller = callers.get(buyerAndApp)
    if (caller === undefined) {
      const nowMs = clock.monotonicMs()
      caller = { calledAtMs: nowMs, steadySinceMs: nowMs, isAsking: false, spare: undefined }
      callers.set(buyerAndApp, caller)
    }
    return caller
  }

  function drop(caller: Caller): void {
    const { spare } = caller
    if (spare === undefined) return
    caller.spare = undefined
    clearTimeout(spare.expiry)
    if (spare.count > 0) spare.giveBack(spare.count)
  }

  return {
    next(buyerAndApp) {
      const caller = callerOf(buyerAndApp)
      const nowMs = clock.monotonicMs()
      if (nowMs - caller.calledAtMs > PAUSE_MAX_MS) caller.steadySinceMs = nowMs
      caller.calledAtMs = nowMs
      const { spare } = caller
      if (spare === undefined) return undefined
      if (spare.count === 0 || spare.minute !== minuteNow()) {
        drop(caller)
        return undefined
      }
      spare.count -= 1
      return spare.place
    },
    wanted(buyerAndApp, { perMinute, perDay }) {
      const caller = callerOf(buyerAndApp)
      const isSteady = caller.calledAtMs - caller.steadySinceMs >= STEADY_MS
      if (!isSteady || caller.isAsking || perMinute < LIMIT_MIN || perDay < LIMIT_MIN) return 0
      caller.isAsking = true
      return PLACES
    },
    keep(buyerAndApp, count, taken) {
      const caller = callerOf(buyerAndApp)
      drop(caller)
      caller.isAsking = false
      if (count === 0) return
      const expiry = setTimeout(() => drop(caller), KEPT_MS).unref()
      caller.spare = { ...taken, minute: minuteNow(), expiry, count }
    },
    forget(buyerAndApp) {
      const caller = callers.get(buyerAndApp)
      if (caller === undefined) return
      drop(caller)
      callers.delete(buyerAndApp)
    },
  }
}
