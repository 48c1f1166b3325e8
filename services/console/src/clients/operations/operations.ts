import { type billing, type edge, type metering, type oauth, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import type { BuyerId } from '@mtg/primitives'
import { createClient, fromTimestamp, toBigint } from '@mtg/rpc'
import type {
  ActingOperator,
  Circuit,
  DeadLetter,
  Drift,
  OpenReservation,
  Reversal,
  SigningKey,
  StageTimes,
} from '../../domain/operations.ts'
import type { Page, PageRequest } from '../../domain/page.ts'
import type { ServiceOptions } from '../auth.ts'
import { timeIn } from '../service-times.ts'
import { type Accounts, openAccounts } from './accounts.ts'

/** What those who run the gateway do. Each service asks auth whether the account may, and writes it down. */
export interface Operations extends Accounts {
  /** What is sent back; undefined amount: all that is left. */
  refundTopUp(
    as: ActingOperator,
    refund: TopUpRefund,
  ): Promise<{ id: string; amountMicros: bigint; isReturned: boolean }>
  reversals(as: ActingOperator, kind: string, page: PageRequest): Promise<Page<Reversal>>
  refundCall(as: ActingOperator, callId: string, reason: string): Promise<bigint>
  /** Of a buyer, or of all. */
  openReservations(as: ActingOperator, buyerId: BuyerId | undefined, page: PageRequest): Promise<Page<OpenReservation>>
  drift(as: ActingOperator, hours: number): Promise<Drift>
  stageTimes(as: ActingOperator, minutes: number): Promise<StageTimes>
  deadLetters(as: ActingOperator, page: PageRequest): Promise<Page<DeadLetter>>
  /** No ids: all. */
  replayDeadLetters(as: ActingOperator, ids: readonly string[]): Promise<{ replayed: number; failed: number }>
  signingKeys(as: ActingOperator): Promise<SigningKey[]>
  rotateSigningKey(as: ActingOperator, isCompromised: boolean): Promise<SigningKey[]>
  /** Of every edge that is reached. */
  circuits(as: ActingOperator): Promise<Circuit[]>
  /** At every edge; whether one was not closed. */
  resetCircuit(as: ActingOperator, app: string): Promise<boolean>
  close(): void
}

interface TopUpRefund {
  readonly topUpId: string
  readonly amountMicros: bigint | undefined
  readonly requestId: string
}

/** Where the services are. */
export interface OperationsOptions extends Omit<ServiceOptions, 'address'> {
  readonly addresses: Readonly<Record<'auth' | 'billing' | 'metering' | 'oauth', string>> & {
    readonly edge: string | undefined
  }
}

/** A comparison reads a day of calls at most; more takes longer than a person waits. */
const DRIFT_TIMEOUT_MS = 30_000

/** Opens the connections for operators. */
export function openOperations({ addresses, token, timeoutMs }: OperationsOptions): Operations {
  const parts = [
    openAccounts({ addresses, token, timeoutMs }),
    moneyAt({ address: addresses.billing, token, timeoutMs }),
    usageAt({ address: addresses.metering, token, timeoutMs }),
    keysAt({ address: addresses.oauth, token, timeoutMs }),
    circuitsAt(addresses.edge === undefined ? undefined : { address: addresses.edge, token, timeoutMs }),
  ] as const
  const [accounts, money, usage, keys, circuits] = parts
  return {
    ...accounts,
    ...money,
    ...usage,
    ...keys,
    ...circuits,
    close() {
      for (const part of parts) part.close()
    },
  }
}

function moneyAt({ address, token, timeoutMs }: ServiceOptions) {
  const topUps = createClient(services.billing.TopUpService, { address, token })
  const calls = createClient(services.billing.ReservationService, { address, token })
  const ledger = createClient(services.billing.LedgerService, { address, token })
  return {
    async refundTopUp(actingFor: ActingOperator, { topUpId, amountMicros = 0n, requestId }: TopUpRefund) {
      const request = { topUpId, amountMicros: amountMicros.toString(), requestId }
      const refund = await topUps.RefundTopUp(request, { timeoutMs, actingFor })
      return { id: refund.refundId, amountMicros: toBigint(refund.amountMicros), isReturned: refund.returned }
    },
    async reversals(actingFor: ActingOperator, kind: string, page: PageRequest) {
      const { reversals, nextPageToken } = await topUps.ListReversals({ kind, ...page }, { timeoutMs, actingFor })
      return { items: reversals.map(toReversal), nextPageToken: nextPageToken || null }
    },
    refundCall: async (actingFor: ActingOperator, callId: string, reason: string) =>
      toBigint((await calls.RefundCall({ callId, reason }, { timeoutMs, actingFor })).refundedMicros),
    async openReservations(actingFor: ActingOperator, buyerId: BuyerId | undefined, page: PageRequest) {
      const asked = { buyerId: buyerId ?? '', ...page }
      const { reservations, nextPageToken } = await calls.ListOpenReservations(asked, { timeoutMs, actingFor })
      return { items: reservations.map(toOpenReservation), nextPageToken: nextPageToken || null }
    },
    async drift(actingFor: ActingOperator, hours: number) {
      const asked = { lookbackSeconds: String(hours * 3600), dryRun: true }
      const found = await ledger.Reconcile(asked, { timeoutMs: DRIFT_TIMEOUT_MS, actingFor })
      return {
        capturedCalls: toBigint(found.capturedCount),
        missingRecords: toBigint(found.missingCount),
        surplusRecords: toBigint(found.surplusCount),
      }
    },
    close() {
      for (const client of [topUps, calls, ledger]) client.close()
    },
  }
}

const toReversal = (sent: billing.Reversal__Output): Reversal => ({
  id: sent.reversalId,
  topUpId: sent.topUpId,
  buyerId: sent.buyerId,
  kind: sent.kind,
  state: sent.state,
  amountMicros: toBigint(sent.amountMicros),
  fromWalletMicros: toBigint(sent.fromWalletMicros),
  processorRef: sent.processorRef || undefined,
  createdAt: timeIn(sent.createdAt),
})

const toOpenReservation = (sent: billing.GetReservationResponse__Output): OpenReservation => ({
  callId: sent.callId,
  buyerId: sent.buyerId,
  app: sent.app,
  toolName: sent.toolName,
  priceMicros: toBigint(sent.priceMicros),
  reservedAt: timeIn(sent.reservedAt),
  expiresAt: fromTimestamp(sent.expiresAt),
})

function usageAt({ address, token, timeoutMs }: ServiceOptions) {
  const client = createClient(services.metering.DeadLetterService, { address, token })
  const stages = createClient(services.metering.StageService, { address, token })
  return {
    async stageTimes(actingFor: ActingOperator, minutes: number): Promise<StageTimes> {
      const sent = await stages.SummarizeStages({ minutes }, { timeoutMs, actingFor })
      return { stages: sent.stages.map(toStageTime), calls: Number(sent.callCount), from: fromTimestamp(sent.from) }
    },
    async deadLetters(actingFor: ActingOperator, page: PageRequest) {
      const { deadLetters, nextPageToken } = await client.ListDeadLetters(page, { timeoutMs, actingFor })
      return { items: deadLetters.map(toDeadLetter), nextPageToken: nextPageToken || null }
    },
    async replayDeadLetters(actingFor: ActingOperator, ids: readonly string[]) {
      const replayed = await client.ReplayDeadLetters({ deadLetterIds: [...ids] }, { timeoutMs, actingFor })
      return { replayed: replayed.replayedCount, failed: replayed.failedCount }
    },
    close() {
      client.close()
      stages.close()
    },
  }
}

const toStageTime = ({ name, callCount, ...sent }: metering.StageTime__Output) => ({
  name,
  calls: Number(callCount),
  p50Ms: Number(sent.p50Us) / 1000,
  p95Ms: Number(sent.p95Us) / 1000,
  p99Ms: Number(sent.p99Us) / 1000,
})

const toDeadLetter = (sent: metering.DeadLetter__Output): DeadLetter => ({
  id: sent.deadLetterId,
  subject: sent.subject,
  reason: sent.reason,
  detail: sent.detail,
  payload: sent.payload,
  isWhole: sent.whole,
  deliveryCount: sent.deliveryCount,
  firstSeenAt: timeIn(sent.firstSeenAt),
  lastSeenAt: timeIn(sent.lastSeenAt),
})

const KEY_STATE_OF: Readonly<Record<oauth.SigningKeyState__Output, SigningKey['state']>> = {
  SIGNING_KEY_STATE_UNSPECIFIED: 'next',
  SIGNING_KEY_STATE_NEXT: 'next',
  SIGNING_KEY_STATE_CURRENT: 'current',
  SIGNING_KEY_STATE_RETIRING: 'retiring',
}

function keysAt({ address, token, timeoutMs }: ServiceOptions) {
  const client = createClient(services.oauth.SigningKeyService, { address, token })
  const toKeys = (keys: readonly oauth.SigningKey__Output[]): SigningKey[] =>
    keys.map(({ kid, state, ...times }) => ({
      kid,
      state: KEY_STATE_OF[state],
      createdAt: timeIn(times.createdAt),
      activatesAt: fromTimestamp(times.activatesAt),
      expiresAt: fromTimestamp(times.expiresAt),
    }))
  return {
    signingKeys: async (actingFor: ActingOperator) =>
      toKeys((await client.ListSigningKeys({}, { timeoutMs, actingFor })).signingKeys),
    rotateSigningKey: async (actingFor: ActingOperator, compromised: boolean) =>
      toKeys((await client.RotateSigningKey({ compromised }, { timeoutMs, actingFor })).signingKeys),
    close: () => client.close(),
  }
}

const CIRCUIT_STATE_OF: Readonly<Record<edge.CircuitState__Output, Circuit['state']>> = {
  CIRCUIT_STATE_UNSPECIFIED: 'closed',
  CIRCUIT_STATE_CLOSED: 'closed',
  CIRCUIT_STATE_OPEN: 'open',
  CIRCUIT_STATE_HALF_OPEN: 'half_open',
}

/** Edges share nothing: each is asked, in turn, as many times as there are addresses. */
function circuitsAt(options: ServiceOptions | undefined) {
  const client = options && createClient(services.edge.CircuitService, options)
  const timeoutMs = options?.timeoutMs ?? 0
  const atEach = async <T>(ask: () => Promise<T>): Promise<T[]> => {
    if (client === undefined) {
      throw appError('not_found', { message: 'This console knows no edges: EDGE_ADDR is not set.' })
    }
    return await Promise.all(Array.from({ length: Math.max(1, client.addressCount()) }, ask))
  }
  return {
    async circuits(actingFor: ActingOperator): Promise<Circuit[]> {
      const ask = async () => (await client?.ListCircuits({}, { timeoutMs, actingFor }))?.circuits ?? []
      return (await atEach(ask)).flat().map(circuit => ({
        app: circuit.app,
        buyerId: circuit.buyerId || undefined,
        state: CIRCUIT_STATE_OF[circuit.state],
        consecutiveFailures: circuit.consecutiveFailures,
        retryInMs: Number(circuit.retryInMs),
      }))
    },
    async resetCircuit(actingFor: ActingOperator, app: string): Promise<boolean> {
      const ask = async () => (await client?.ResetCircuit({ app }, { timeoutMs, actingFor }))?.changed === true
      return (await atEach(ask)).some(isChanged => isChanged)
    },
    close: () => client?.close(),
  }
}
