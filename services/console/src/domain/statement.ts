import type { BuyerId } from '@mtg/primitives'

/** Whose account a statement is of. */
export type StatementOwner = { readonly buyerId: BuyerId } | { readonly username: string }

/** A month of a list. */
export interface StatementMonth {
  /** "2026-11", in UTC. */
  readonly month: string
  /** Whether it does not change any more. */
  readonly isClosed: boolean
}

/** The journal entries of one kind, of calls of one app. */
export interface StatementLine {
  readonly kind: string
  /** "publisher/app"; undefined: of no call, or of very many apps together. */
  readonly app: string | undefined
  readonly entryCount: bigint
  /** Negative when they took away. */
  readonly amountMicros: bigint
}

/** A month of an account: opening balance and lines make the closing balance. */
export interface MonthlyStatement extends StatementMonth {
  readonly from: Date
  readonly to: Date
  readonly openingMicros: bigint
  readonly lines: readonly StatementLine[]
  readonly closingMicros: bigint
}
