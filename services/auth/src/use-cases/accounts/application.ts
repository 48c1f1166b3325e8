import type { BuyerId } from '@mtg/primitives'
import type { Transaction } from '../../store/prisma.ts'
import type { ApiKey } from '../../store/rows.ts'

/** The buyer a key of the file belongs to. */
export interface KeyOwner {
  readonly buyerId: BuyerId
  readonly email: string
}

/** An application of a file: where, and what digests are keyed with. */
export interface Application {
  readonly tx: Transaction
  readonly pepper: Buffer
}

/** A key whose text had to be generated. */
export interface GeneratedKey {
  readonly name: string
  readonly key: string
}

/** What became of a key of the file. */
export interface AppliedKey {
  readonly key: ApiKey
  readonly generated?: GeneratedKey
  /** What was not done for it. */
  readonly keptBack?: string
  /** Whether the file says something else of its limits than the last time. */
  readonly areLimitsChanged: boolean
}
