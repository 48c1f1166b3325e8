import { randomUUID } from 'node:crypto'
import { type billing, services } from '@mtg/contracts'
import { systemClock, uuidv7 } from '@mtg/primitives'
import { createBatchClient, createClient } from '@mtg/rpc'
import type { Constellation } from '@mtg/testing'

/** Paid calls as an edge makes them, without the edge: reserved and captured, and no usage record. */
export interface PaidCalls {
  /** Resolves once the call is captured; rejects when it is refused. */
  make(buyerId: string, keyId?: string): Promise<void>
  close(): void
}

const LIMITS = { timeoutMs: 60_000 }
/** A thousand buyers at once take their time. */
const SEEDING_LIMITS = { timeoutMs: 300_000 }
const TARGET = { adapter: 'mcp', publisherUsername: 'acme', appName: 'tools', billable: true }

/** Makes so many buyers with a wallet and a paid purchase; answers with their ids. */
export async function seedBuyers(gateway: Constellation, count: number): Promise<string[]> {
  const catalog = createClient(services.billing.CatalogAdminService, {
    address: gateway.grpc.billing,
    token: gateway.secretOf('operator'),
  })
  const limits = { perMinute: '1000000000', perDay: '1000000000', monthly: '1000000000' }
  const tiers: billing.TierEntry[] = [{ tier: 'TIER_PAID', priceMicros: '10', ...limits }]
  const app = { name: 'tools', adapter: 'mcp', upstream: 'http://127.0.0.1:9/', timeoutMs: 30_000, tiers }
  const buyers = Array.from({ length: count }, () => randomUUID())
  await catalog.ApplyCatalog(
    {
      publishers: [{ username: 'acme', payoutConnected: true, apiKey: 'k', apps: [app] }],
      buyers: buyers.map(buyerId => ({
        buyerId,
        email: `${buyerId}@example.test`,
        openingBalanceMicros: '1000000000000',
        purchases: [
          { app: 'acme/tools', tier: 'TIER_PAID' as const, status: 'PURCHASE_STATUS_ACTIVE' as const, renews: true },
        ],
      })),
    },
    SEEDING_LIMITS,
  )
  catalog.close()
  return buyers
}

/** Opens the two streams to billing. */
export function openPaidCalls(gateway: Constellation): PaidCalls {
  const stream = {
    service: services.billing.ReservationService,
    address: gateway.grpc.billing,
    token: gateway.secretOf('edge-proxy'),
  }
  const reserve = createBatchClient({
    ...stream,
    method: 'ReserveStream',
    toMessage: (items: billing.ReserveRequest[]) => ({ items }),
    keyOf: item => item.callId ?? '',
    resultsOf: message => message.results,
    keyOfResult: result => result.callId,
  })
  const settle = createBatchClient({
    ...stream,
    method: 'SettleStream',
    toMessage: (items: billing.SettleItem[]) => ({ items }),
    keyOf: item => item.capture?.callId ?? '',
    resultsOf: message => message.results,
    keyOfResult: result => result.callId,
  })
  return {
    async make(buyerId, keyId = '') {
      const callId = uuidv7(systemClock.nowMs())
      const reserved = await reserve.send({ callId, buyerId, keyId, ...TARGET }, LIMITS)
      if (reserved.refusal) throw new Error(reserved.refusal.code)
      const captured = await settle.send({ capture: { callId } }, LIMITS)
      if (captured.refusal) throw new Error(captured.refusal.code)
    },
    close() {
      reserve.close()
      settle.close()
    },
  }
}
