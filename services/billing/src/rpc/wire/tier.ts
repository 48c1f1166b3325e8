import { invalidField } from '@mtg/rpc'
import type { Tier } from '../../domain/purchase.ts'

/** A tier as messages say it. */
export function toTierMessage(tier: Tier) {
  return tier === 'paid' ? 'TIER_PAID' : 'TIER_FREE'
}

/** The tier that a message names, or `invalid_argument`. */
export function tierOf(name: string, reason = 'is missing'): Tier {
  if (name === 'TIER_PAID') return 'paid'
  if (name === 'TIER_FREE') return 'free'
  throw invalidField('tier', reason)
}
