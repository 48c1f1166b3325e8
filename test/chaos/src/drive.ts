import { randomUUID } from 'node:crypto'
import type { LiveFailpoint } from '@mtg/billing/failpoints'
import { services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import { eventually } from '@mtg/testing'
import { PUBLISHER, SLOW_APP } from './market.ts'
import { TASK_TTL_MS } from './publisher.ts'

/** Who moves money in and out. */
export interface Traffic {
  /** Of those who top up, ask for refunds, start tasks that go nowhere and are moved. */
  readonly buyerIds: readonly string[]
  /** Names of the cells of billing. */
  readonly cells: readonly string[]
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
export function driverOf(point: LiveFailpoint, address: { grpc: string; http: string }, traffic: Traffic): Driver {
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
    case 'buyer_copied':
    case 'buyer_leaving':
    case 'buyer_left':
    case 'buyer_sent':
    case 'buyer_admitted':
    case 'buyer_arrived':
    case 'buyer_mapped':
    case 'buyer_taken_in':
      return moveDriver(address.grpc, traffic)
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
  const next = inTurn(buyerIds)
  return {
    async drive() {
      const buyerId = next()
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
  const next = inTurn(buyerIds)
  return {
    async drive() {
      const callId = randomUUID()
      const buyerId = next()
      await tasks.LeaseDueTasks({ countMax: 1 }, LIMITS)
      await calls.Reserve({ ...app, callId, buyerId }, LIMITS)
      await tasks.KeepTask({ callId, buyerId, taskId: randomUUID(), ttlMs: TASK_TTL_MS }, LIMITS)
      await tasks.ConfirmTask({ callId: randomUUID(), buyerId }, LIMITS)
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

/** Buyers are moved to and fro; which process of a cell sees to it is not for the caller to say. */
function moveDriver(grpc: string, { buyerIds, cells, token }: Traffic): Driver {
  const client = createClient(services.billing.CellService, { address: grpc, token })
  const [nextBuyer, nextCell] = [inTurn(buyerIds), inTurn(cells)]
  return {
    async drive() {
      await client.MoveBuyer({ buyerId: nextBuyer(), cell: nextCell() }, LIMITS)
    },
    close: () => client.close(),
  }
}

function inTurn(names: readonly string[]): () => string {
  let turn = 0
  return () => {
    turn += 1
    return names[turn % names.length] ?? ''
  }
}
