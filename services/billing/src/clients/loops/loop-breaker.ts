import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { appError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import type { KeyId } from '@mtg/primitives'
import { openRedisFunctions } from '@mtg/redis'
import type { LoopBreaker, LoopVerdict } from '../../domain/loop-breaker.ts'
import type { RedisFailureMode } from '../../domain/rate-windows.ts'

/** How to reach Redis, and what to do without it. */
export interface LoopBreakerOptions {
  readonly url: string
  /** Put before every key, to share a server. */
  readonly prefix: string
  readonly timeoutMs: number
  readonly onFailure: RedisFailureMode
  readonly log: Logger
}

// The version is part of the name, so that two releases side by side do not replace each other's functions.
const LIBRARY = 'mtg_loops_v1'
const SOURCE = readFileSync(join(import.meta.dirname, 'loop-breaker.lua'), 'utf8')
/** A kind of call that shares its slot with another one hides it and is hidden by it: with so many, hardly ever. */
const SLOTS = 512
const SLOT_DIGITS = 8
const UNCOUNTED: LoopVerdict = { isCounted: true, takeBack: () => {} }

/** Opens the loop breaker. While Redis is away nobody watches for loops, unless calls are to be denied then. */
export function openLoopBreaker(options: LoopBreakerOptions): LoopBreaker {
  const { url, prefix, timeoutMs, onFailure, log } = options
  const functions = openRedisFunctions({ url, library: LIBRARY, source: SOURCE, timeoutMs, log })
  const slotOf = (keyId: KeyId, sameness: string) =>
    `${prefix}loop:{${keyId}}:${Number.parseInt(sameness.slice(0, SLOT_DIGITS), 16) % SLOTS}`

  async function ask(slot: string, sameness: string, calls: number, ms: number): Promise<LoopVerdict> {
    const reply = await functions.call('count', [slot], [sameness, calls, ms])
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- so answers `count` of loop-breaker.lua, whose version is in its name
    const [isCounted = 0, time = 0] = reply as number[]
    if (isCounted === 0) return { isCounted: false, freesAt: new Date(time) }
    // Losing this costs the key one call of its kind, so it is not waited for.
    return {
      isCounted: true,
      takeBack: () => void functions.call('take_back', [slot], [sameness, time]).catch(() => {}),
    }
  }

  return {
    async count(keyId, sameness, { calls, seconds }) {
      try {
        return await ask(slotOf(keyId, sameness), sameness, calls, seconds * 1000)
      } catch (cause) {
        if (onFailure === 'deny') throw appError('redis_error', { cause })
        return UNCOUNTED
      }
    },
    close: () => functions.close(),
  }
}
