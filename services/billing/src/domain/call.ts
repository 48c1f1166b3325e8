import type { PurchaseStatus, Tier } from './purchase.ts'

/** Which app a buyer wants to call. */
export interface CallTarget {
  readonly buyerId: string
  readonly username: string
  readonly appName: string
}

/** All that is known of a target. Left-out parts do not exist. */
export interface ResolvedTarget {
  readonly publisher?: {
    readonly id: string
    readonly isSuspended: boolean
    readonly apiKeySealed: Buffer | null
  }
  readonly app?: {
    readonly id: string
    readonly adapter: 'mcp' | 'llm'
    readonly upstreamUrl: string
    readonly timeoutMs: number
    readonly chargeToolErrors: boolean
    readonly chargeAbandoned: boolean
  }
  /** The active purchase, else the newest. */
  readonly purchase?: {
    readonly id: string
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
  readonly callId: string
  readonly adapter: string
  readonly isBillable: boolean
  readonly tool: string
  readonly keyId: string | null
  readonly name: string
}
