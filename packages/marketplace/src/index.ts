export { formatMicros, parseMicros, readMicros } from '@mtg/primitives'
export {
  type Applied,
  applyMarketplace,
  IncompleteApplyError,
} from './apply.ts'
export { fromBillingLimits, type KeyLimits, keyLimitsSchema, toBillingLimits, writtenLimits } from './key-limits.ts'
export { MarketplaceError } from './marketplace-error.ts'
export { type Marketplace, parseMarketplace } from './parse.ts'
export { type MarketplaceBuyer } from './schema.ts'
