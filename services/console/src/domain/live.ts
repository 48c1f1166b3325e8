import type { BuyerId } from '@mtg/primitives'
import type { Wallet } from './wallet.ts'

/** A buyer's wallet, and a text that changes with the buyer's purchases and meters. */
export interface WalletMark {
  readonly buyerId: BuyerId
  readonly wallet: Wallet
  readonly purchasesMark: string
}

/** A text that changes with something of a buyer's. */
export interface Mark {
  readonly buyerId: BuyerId
  readonly mark: string
}

/** Something that moved. Only of the wallet it is said how it is now; the rest is read where it is shown. */
export type LiveEvent =
  | { readonly name: 'wallet'; readonly wallet: Wallet }
  | { readonly name: 'purchases' | 'calls' | 'keys' }
