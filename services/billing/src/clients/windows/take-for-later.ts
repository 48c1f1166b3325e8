import type { Clock } from '@mtg/primitives'
import type { AheadPlaces, WindowLimits } from '../../domain/rate-windows.ts'
import type { RedisPlaces } from './redis-places.ts'

/** Where places are, and what time it is. */
interface Places {
  readonly places: Pick<RedisPlaces, 'take'>
  readonly clock: Clock
}

const MINUTE_MS = 60_000
/** Of a window at most this part is taken at once for calls that are to come. */
const SHARE = 64n
/** What must be left of a window after that, as a part of it. */
const LEFT_SHARE = 4

/** Takes places for calls that are to come, or none where others could miss them. */
export async function takeForLater(
  { places, clock }: Places,
  buyerAndApp: string,
  limits: WindowLimits,
  count: number,
): Promise<AheadPlaces | undefined> {
  const least = BigInt(count) * SHARE
  if (limits.perMinute < least || limits.perDay < least) return undefined
  const { count: taken, stamp, left, giveBack } = await places.take(buyerAndApp, limits, count)
  const isLeft = (inWindow: number, limit: bigint) => inWindow * LEFT_SHARE >= Number(limit)
  const usableMs = (stamp.minute + 1) * MINUTE_MS - clock.nowMs()
  if (taken === count && usableMs > 0 && isLeft(left.inMinute, limits.perMinute) && isLeft(left.inDay, limits.perDay)) {
    return { stamp, usableMs }
  }
  if (taken > 0) giveBack(taken)
  return undefined
}
