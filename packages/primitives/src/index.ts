export { joinAddress, splitAddress } from './address.ts'
export { type Clock, createFakeClock, systemClock } from './clock.ts'
export {
  type AppId,
  asBuyerId,
  asCallId,
  asKeyId,
  asPublisherId,
  asPurchaseId,
  type BuyerId,
  type CallId,
  isLowerCaseUuid,
  isUuid,
  type KeyId,
  type PublisherId,
  type PurchaseId,
  readUuid,
  type Uuid,
} from './ids.ts'
export { isoTime } from './iso-time.ts'
export { endsWithin } from './timeout.ts'
export { uuidv7, uuidv7Floor } from './uuid.ts'
