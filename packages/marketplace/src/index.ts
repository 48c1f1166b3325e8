export {
  type Applied,
  applyMarketplace,
  IncompleteApplyError,
} from './apply.ts'
export { MarketplaceError } from './marketplace-error.ts'
export { formatMicros, parseMicros, readMicros } from './micros.ts'
export { type Marketplace, parseMarketplace } from './parse.ts'
export { type MarketplaceBuyer } from './schema.ts'
