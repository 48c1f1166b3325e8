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
/** A person's login, and with it their account in the console. */
export type AccountId = IdOf<'account'>
/** What a buyer shows: an API key, or an OAuth client. */
export type KeyId = IdOf<'key'>
/** Who offers apps. */
export type PublisherId = IdOf<'publisher'>
/** What is called. */
export type AppId = IdOf<'app'>
/** What a buyer allowed a client to do. */
export type GrantId = IdOf<'grant'>
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
  return UUID.test(text) ? brandedUuid(text.toLowerCase()) : undefined
}

/** The UUID in lower case, in a text that another part of the gateway has written; a text that is none is a bug there. */
export function expectUuid(text: string): Uuid {
  const uuid = readUuid(text)
  if (uuid === undefined) throw new TypeError('a text that should be a UUID is none')
  return uuid
}

/** Says of a text that was made or checked as one that it is a UUID in lower case; for this package only. */
export function brandedUuid(text: string): Uuid {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a brand exists for the compiler only
  return text as Uuid
}

// Of what an id is, whoever reads or makes it has to know. It says so here, and from then on the compiler does.

function idsOf<Kind extends string>(_kind: Kind): (uuid: Uuid) => IdOf<Kind> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a brand exists for the compiler only
  return uuid => uuid as IdOf<Kind>
}

/** Says that this UUID is a call's. */
export const asCallId = idsOf('call')
/** Says that this UUID is a buyer's. */
export const asBuyerId = idsOf('buyer')
/** Says that this UUID is an account's. */
export const asAccountId = idsOf('account')
/** Says that this UUID is a key's. */
export const asKeyId = idsOf('key')
/** Says that this UUID is a grant's. */
export const asGrantId = idsOf('grant')
/** Says that this UUID is a publisher's. */
export const asPublisherId = idsOf('publisher')
/** Says that this UUID is an app's. */
export const asAppId = idsOf('app')
/** Says that this UUID is a purchase's. */
export const asPurchaseId = idsOf('purchase')
