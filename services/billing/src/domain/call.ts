import type { AppId, BuyerId, CallId, KeyId, PublisherId, PurchaseId } from '@mtg/primitives'
import type { PurchaseStatus, Tier } from './purchase.ts'

/** Which app a buyer wants to call. */
export interface CallTarget {
  readonly buyerId: BuyerId
  readonly username: string
  readonly appName: string
}

/** All that is known of a target. Left-out parts do not exist. */
export interface ResolvedTarget {
  readonly publisher?: {
    readonly id: PublisherId
    readonly isSuspended: boolean
    readonly apiKeySealed: Buffer | null
  }
  readonly app?: {
    readonly id: AppId
    readonly adapter: 'mcp' | 'llm'
    readonly upstreamUrl: string
    readonly timeoutMs: number
    readonly chargeToolErrors: boolean
    readonly chargeAbandoned: boolean
    readonly chargeTasksOnAcceptance: boolean
    readonly promiseOutputSchema: boolean
    /** Null: an answer may begin whenever it does. */
    readonly promiseFirstByteMs: number | null
  }
  /** The active purchase, else the newest. */
  readonly purchase?: {
    readonly id: PurchaseId
    readonly tier: Tier
    readonly status: PurchaseStatus
    /** A purchase that does not renew, whose window is over. */
    readonly isMeterExpired: boolean
  }
  /** The offered tier of that purchase. */
  readonly limits?: { readonly perMinute: bigint; readonly perDay: bigint }
}

/** A call that asks for a reservation. */
export interface Call extends CallTarget {
  readonly callId: CallId
  readonly adapter: string
  readonly isBillable: boolean
  readonly tool: string
  /** Null when unknown. */
  readonly keyId: KeyId | null
  /** What a usage record names, when that is not the tool. */
  readonly name: string
  /** The most that its caller pays for it; null: whatever it costs. */
  readonly maxPriceMicros: bigint | null
  /** SHA-256 of the tool's canonical arguments; null when it was not computed. */
  readonly argumentsDigest: Buffer | null
  /** Whether its caller is to be told what calls of the app's tools cost. */
  readonly wantsPrices: boolean
}
