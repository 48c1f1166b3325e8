export {
  type AccountsClient,
  type Applied,
  applyMarketplace,
  type CatalogClient,
  IncompleteApplyError,
  type NewKey,
} from './apply.ts'
export { type Fault, MarketplaceError } from './marketplace-error.ts'
export { formatMicros, parseMicros, readMicros } from './micros.ts'
export { type Marketplace, type ParseOptions, parseMarketplace } from './parse.ts'
export { DEFAULT_SCOPE, type MarketplaceApp, type MarketplaceBuyer, type MarketplacePublisher } from './schema.ts'
