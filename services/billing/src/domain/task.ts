import type { AppId, BuyerId, CallId, KeyId, PublisherId, PurchaseId } from '@mtg/primitives'
import type { Tier } from './purchase.ts'

/** How a task stands with its money. */
type TaskState = 'open' | 'captured' | 'released'

/** A call that its publisher carries on as a task. */
export interface Task {
  readonly callId: CallId
  readonly state: TaskState
  readonly buyerId: BuyerId
  /** Null when unknown. */
  readonly keyId: KeyId | null
  readonly purchaseId: PurchaseId
  readonly appId: AppId
  readonly username: string
  readonly appName: string
  readonly tool: string
  readonly tier: Tier
  /** Of a released one, why; empty otherwise. */
  readonly outcome: string
}

/** A task as its buyer's list has it. */
export interface ListedTask extends Task {
  readonly priceMicros: bigint
  readonly startedAt: Date
  readonly endsAt: Date
  /** Whether the buyer is known to have its handle. */
  readonly isHandedOver: boolean
}

/** A task that the gateway itself asks about, and where. */
export interface DueTask extends Task {
  readonly taskIdSealed: Buffer
  readonly isOver: boolean
  readonly publisherId: PublisherId
  readonly apiKeySealed: Buffer | null
  readonly upstreamUrl: string
  readonly timeoutMs: number
  readonly chargeToolErrors: boolean
  readonly promiseOutputSchema: boolean
}

/** A task that a publisher has just taken on. */
export interface NewTask {
  readonly callId: CallId
  /** SHA-256 of the id that the publisher gave it. */
  readonly taskHash: Buffer
  readonly taskIdSealed: Buffer
  readonly ttlMs: number
}
