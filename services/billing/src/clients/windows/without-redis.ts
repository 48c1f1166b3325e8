import { appError } from '@mtg/errors'
import type { Clock } from '@mtg/primitives'
import type { RedisFailureMode, WindowLimits, WindowVerdict } from '../../domain/rate-windows.ts'
import { createLocalWindows } from './local-windows.ts'

/** Decides about a call without Redis. Throws `redis_error` where calls are to be denied. */
export type DecideWithoutRedis = (buyerAndApp: string, limits: WindowLimits, cause: unknown) => WindowVerdict

const UNLIMITED: WindowVerdict = { isTaken: true, giveBack: () => {} }

/** What is decided in a mode. */
export function decideWithoutRedis(mode: RedisFailureMode, clock: Clock): DecideWithoutRedis {
  switch (mode) {
    case 'deny':
      return (_buyerAndApp, _limits, cause) => {
        throw appError('redis_error', { cause })
      }
    case 'local': {
      const local = createLocalWindows(clock)
      return (buyerAndApp, limits) => local.take(buyerAndApp, limits)
    }
    case 'allow':
      return () => UNLIMITED
    default:
      return mode satisfies never
  }
}
