import { randomUUID } from 'node:crypto'
import type { TrafficFailpoint } from '@mtg/billing/failpoints'
import { services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import { eventually } from '@mtg/testing'
import { PUBLISHER, SLOW_APP } from './market.ts'
import { TASK_TTL_MS } from './publisher.ts'

/** Who moves money in and out. */
export interface Traffic {
  /** Buyer ids of those who top up and ask for refunds; the first also starts tasks that go nowhere. */
  readonly buyerIds: readonly string[]
  /** An operator's. */
  readonly token: string
}

/** Makes a process pass by its failpoint. */
export interface Driver {
  /** One try. Rejects when nobody answers. */
  drive(): Promise<void>
  close(): void
}

const LIMITS = { timeoutMs: 3000 }
const TOP_UP_MICROS = '5000000'
const PAID_TIMEOUT_MS = 5000

/** What leads a billing process at these addresses to a failpoint. */
export function driverOf(point: TrafficFailpoint, address: { grpc: string; http: string }, traffic: Traffic): Driver {
  switch (point) {
    case 'reserve_received':
    case 'reserve_committed':
    case 'settle_received':
    case 'settle_committed':
    case 'attempt_begun':
    case 'attempt_finished':
    case 'attempt_abandoned':
      // The paid load passes by.
      return { drive: async () => {}, close() {} }
    case 'task_kept':
    case 'task_confirmed':
    case 'tasks_leased':
      // It passes by as well, but rarely.
      return taskDriver(address.grpc, traffic)
    case 'webhook_received':
    case 'webhook_committed':
      return topUpDriver(address.grpc, traffic, async () => {})
    case 'refund_taken':
    case 'refund_sent':
      return topUpDriver(address.grpc, traffic, refund)
    case 'payout_taken':
    case 'payout_sent':
      return payoutDriver(address.grpc, traffic.token)
    default:
      return point satisfies never
  }
}

type TopUps = ReturnType<typeof topUpsAt>

const topUpsAt = (address: string, token: string) => createClient(services.billing.TopUpService, { address, token })

function topUpDriver(
  grpc: string,
  { buyerIds, token }: Traffic,
  afterwards: (topUps: TopUps, topUpId: string) => Promise<void>,
): Driver {
  const topUps = topUpsAt(grpc, token)
  let turn = 0
  return {
    async drive() {
      turn += 1
      const buyerId = buyerIds[turn % buyerIds.length] ?? ''
      const { topUp } = await topUps.CreateTopUp({ buyerId, amountMicros: TOP_UP_MICROS }, LIMITS)
      if (!topUp) throw new Error('no top-up was made')
      const form = { method: 'POST', body: new URLSearchParams({ action: 'pay' }), redirect: 'manual' } as const
      await fetch(topUp.checkoutUrl, { ...form, signal: AbortSignal.timeout(LIMITS.timeoutMs) })
      await afterwards(topUps, topUp.topUpId)
    },
    close: () => topUps.close(),
  }
}

async function refund(topUps: TopUps, topUpId: string): Promise<void> {
  await eventually(async () => {
    const { topUp } = await topUps.GetTopUp({ topUpId }, LIMITS)
    if (topUp?.state !== 'TOP_UP_STATE_PAID') throw new Error('the payment has not arrived')
  }, PAID_TIMEOUT_MS)
  await topUps.RefundTopUp({ topUpId, requestId: randomUUID() }, LIMITS)
}

/** A task whose handle goes to nobody, and whose price is given back when its time is over. */
function taskDriver(address: string, { buyerIds, token }: Traffic): Driver {
  const calls = createClient(services.billing.ReservationService, { address, token })
  const tasks = createClient(services.billing.TaskService, { address, token })
  const [publisherUsername = '', appName = ''] = SLOW_APP.split('/')
  const app = { adapter: 'mcp', publisherUsername, appName, billable: true, toolName: 'dig' }
  return {
    async drive() {
      const callId = randomUUID()
      await tasks.LeaseDueTasks({ countMax: 1 }, LIMITS)
      await calls.Reserve({ ...app, callId, buyerId: buyerIds[0] ?? '' }, LIMITS)
      await tasks.KeepTask({ callId, taskId: randomUUID(), ttlMs: TASK_TTL_MS }, LIMITS)
      await tasks.ConfirmTask({ callId: randomUUID() }, LIMITS)
    },
    close() {
      calls.close()
      tasks.close()
    },
  }
}

function payoutDriver(grpc: string, token: string): Driver {
  const accounts = createClient(services.billing.PublisherAccountService, { address: grpc, token })
  return {
    async drive() {
      await accounts.CreatePayout({ username: PUBLISHER, requestId: randomUUID() }, LIMITS)
    },
    close: () => accounts.close(),
  }
}
