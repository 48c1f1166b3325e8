const ownedAccountTypes = ['wallet', 'publisher_payable', 'receivable'] as const
const gatewayAccountTypes = [
  'platform_fee',
  'processor_clearing',
  'opening_balance',
  'payout',
  'between_cells',
] as const

type OwnedAccountType = (typeof ownedAccountTypes)[number]
type GatewayAccountType = (typeof gatewayAccountTypes)[number]

/** An account of the journal: one of a buyer or publisher, or one that the gateway has once. */
export type Account =
  | { readonly type: OwnedAccountType; readonly owner: string }
  | { readonly type: GatewayAccountType; readonly owner?: undefined }

/** Whether each buyer or publisher has an account of this type. */
export function isOwnedAccountType(type: string): type is OwnedAccountType {
  return ownedAccountTypes.some(owned => owned === type)
}

/** Whether the gateway itself has one account of this type. */
export function isGatewayAccountType(type: string): type is GatewayAccountType {
  return gatewayAccountTypes.some(ofGateway => ofGateway === type)
}

/** How accounts are written, in words. */
export const accountForms = `${gatewayAccountTypes.join(', ')} or ${ownedAccountTypes.join(':ID, ')}:ID`

/** Kinds of journal entries that are not made by calls. */
type PostingKind = 'topup' | 'refund' | 'dispute' | 'payout' | 'cell_transfer'

/** A movement of money that is to be entered in the journal. */
export interface Posting {
  readonly kind: PostingKind
  /** The account that the money leaves. */
  readonly debit: Account
  /** The account that it goes to. */
  readonly credit: Account
  readonly amountMicros: bigint
  /** Names the cause; the same cause is entered once. */
  readonly reference: string
}

/** A movement of money as the journal has it. */
export interface JournalEntry {
  readonly id: bigint
  readonly kind: string
  /** Its type, and after a colon its owner if it has one; so is the other one. */
  readonly debitAccount: string
  readonly creditAccount: string
  readonly amountMicros: bigint
  readonly callId: string | null
  readonly reference: string | null
  readonly createdAt: Date
}

/** What the entries of one kind did to an account. */
export interface KindSum {
  readonly kind: string
  readonly entryCount: bigint
  readonly creditedMicros: bigint
  readonly debitedMicros: bigint
}

/** Credits minus debits. */
export function netMicros(sums: readonly KindSum[]): bigint {
  return sums.reduce((total, sum) => total + sum.creditedMicros - sum.debitedMicros, 0n)
}

/** What all accounts of one type hold together. */
export interface TypeBalance {
  readonly accountType: string
  readonly balanceMicros: bigint
}

/** From the first moment on, up to but without the second; open where null. */
export interface Period {
  readonly from: Date | null
  readonly to: Date | null
}
