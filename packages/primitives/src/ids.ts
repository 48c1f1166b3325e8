declare const uuidBrand: unique symbol
declare const kindBrand: unique symbol

/** A UUID in lower case, as the database gives it back. */
export type Uuid = string & { readonly [uuidBrand]: true }

/** A UUID that says of what. Only the compiler knows: at run time every id is a plain text. */
type IdOf<Kind extends string> = Uuid & { readonly [kindBrand]: Kind }

/** One call through the gateway: the same id on the edge, in the ledger and in the usage record. */
export type CallId = IdOf<'call'>
/** Who pays for calls. */
export type BuyerId = IdOf<'buyer'>
/** What a buyer shows: an API key, or an OAuth client. */
export type KeyId = IdOf<'key'>
/** Who offers apps. */
export type PublisherId = IdOf<'publisher'>
/** What is called. */
export type AppId = IdOf<'app'>
/** A buyer's right to call an app. */
export type PurchaseId = IdOf<'purchase'>

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const LOWER_CASE_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether the text is a UUID of any version, in upper or lower case. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** Whether the text is a UUID of any version, in lower case: one that needs no change. */
export function isLowerCaseUuid(text: string): text is Uuid {
  return LOWER_CASE_UUID.test(text)
}

/** The UUID in lower case; undefined when the text is none. */
export function readUuid(text: string): Uuid | undefined {
  return UUID.test(text) ? (text.toLowerCase() as Uuid) : undefined
}

// Of what an id is, whoever reads or makes it has to know. It says so here, and from then on the compiler does.

/** Says that this UUID is a call's. */
export const asCallId = (id: Uuid): CallId => id as CallId
/** Says that this UUID is a buyer's. */
export const asBuyerId = (id: Uuid): BuyerId => id as BuyerId
/** Says that this UUID is a key's. */
export const asKeyId = (id: Uuid): KeyId => id as KeyId
/** Says that this UUID is a publisher's. */
export const asPublisherId = (id: Uuid): PublisherId => id as PublisherId
/** Says that this UUID is a purchase's. */
export const asPurchaseId = (id: Uuid): PurchaseId => id as PurchaseId
