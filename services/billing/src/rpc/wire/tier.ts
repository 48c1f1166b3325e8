import type { Tier } from '../../domain/purchase.ts'

/** A tier as messages say it. */
export function toTierMessage(tier: Tier) {
  return tier === 'paid' ? 'TIER_PAID' : 'TIER_FREE'
}
