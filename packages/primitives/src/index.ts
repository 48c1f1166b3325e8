export { type Address, joinAddress, splitAddress } from './address.ts'
export { type Clock, createFakeClock, systemClock } from './clock.ts'
export {
  type AccountId,
  type AppId,
  asAccountId,
  asAppId,
  asBuyerId,
  asCallId,
  asGrantId,
  asKeyId,
  asPublisherId,
  asPurchaseId,
  type BuyerId,
  type CallId,
  expectUuid,
  type GrantId,
  isLowerCaseUuid,
  isUuid,
  type KeyId,
  type PublisherId,
  type PurchaseId,
  readUuid,
  type Uuid,
} from './ids.ts'
export { isoTime } from './iso-time.ts'
export { formatMicros, parseMicros, readMicros } from './micros.ts'
export { fieldOf, hasFields, itemAt, keysOf } from './shape.ts'
export { endsWithin } from './timeout.ts'
export { randomUuid, uuidv7, uuidv7Floor } from './uuid.ts'
