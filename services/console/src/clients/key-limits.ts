import { type billing, services } from '@mtg/contracts'
import { fromBillingLimits, type KeyLimits, toBillingLimits } from '@mtg/marketplace'
import type { BuyerId } from '@mtg/primitives'
import { createClient, toBigint } from '@mtg/rpc'
import type { LimitedKey } from '../domain/key-limits.ts'
import type { ServiceOptions } from './auth.ts'
import { presentIn, timeIn } from './service-times.ts'

/** A key whose limits are set as a whole. */
interface KeyToLimit {
  readonly keyId: string
  readonly name: string
  /** Undefined for none, or when billing knows. */
  readonly parentId: string | undefined
  readonly limits: KeyLimits
  /** 0: whatever it is, -1: billing must not know the key; else `precondition_failed`. */
  readonly expectedVersion: bigint
}

/** Limits of keys, which billing keeps and counts. */
export interface LimitsOfKeys {
  set(buyerId: BuyerId, key: KeyToLimit): Promise<void>
  /** By key id; those without limits and parent are left out. */
  of(keyIds: readonly string[]): Promise<ReadonlyMap<string, LimitedKey>>
  close(): void
}

const IDS_MAX = 100

/** Opens the connection to billing's limits. */
export function openKeyLimits({ address, token, timeoutMs }: ServiceOptions): LimitsOfKeys {
  const client = createClient(services.billing.KeyLimitsService, { address, token })
  const rpc = { timeoutMs }
  return {
    async set(buyerId, { keyId, name, parentId = '', limits, expectedVersion }) {
      const key = { buyerId, keyId, name, parentKeyId: parentId, expectedVersion: String(expectedVersion) }
      await client.SetKeyLimits({ ...key, limits: toBillingLimits(limits) }, rpc)
    },
    async of(keyIds) {
      const parts = Array.from({ length: Math.ceil(keyIds.length / IDS_MAX) }, (_, index) =>
        keyIds.slice(index * IDS_MAX, (index + 1) * IDS_MAX),
      )
      const answers = await Promise.all(parts.map(part => client.GetKeyLimits({ keyIds: part }, rpc)))
      return new Map(answers.flatMap(({ keys }) => keys.map(key => [key.keyId, toLimitedKey(key)] as const)))
    },
    close: () => client.close(),
  }
}

function toLimitedKey(key: billing.LimitedKey__Output): LimitedKey {
  const spending = presentIn(key.spending)
  return {
    id: key.keyId,
    lineage: key.lineage,
    limits: fromBillingLimits(key.limits),
    spending: {
      totalMicros: toBigint(spending.totalMicros),
      todayMicros: toBigint(spending.todayMicros),
      last30DaysMicros: toBigint(spending.last30DaysMicros),
      openCalls: Number(spending.openCalls),
      countedSince: timeIn(spending.countedSince),
    },
    version: toBigint(key.version),
  }
}
