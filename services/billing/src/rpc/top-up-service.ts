import { type billing, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import {
  buyerIdOf,
  idOf,
  implement,
  int64Of,
  invalidField,
  pageOf,
  pageSizeOf,
  readTimeToken,
  textOf,
  timeToken,
  toTimestamp,
  uuidOf,
} from '@mtg/rpc'
import type { PaymentProcessor } from '../clients/processor/processor.ts'
import { type ListedReversal, listReversals } from '../store/list-reversals.ts'
import { findTopUp, listTopUps } from '../store/top-ups.ts'
import { createTopUp } from '../use-cases/top-ups/create-top-up.ts'
import { type RefundDeps, refundTopUp } from '../use-cases/top-ups/refund-top-up.ts'
import { requireProcessor } from './require-processor.ts'
import { toTopUpMessage } from './wire/top-up.ts'

/** The books, and the processor that moves the money. */
export interface TopUpDeps extends Omit<RefundDeps, 'processor'> {
  /** Undefined: none is configured, and no money can come in. */
  readonly processor: PaymentProcessor | undefined
  /** Where buyers go from the checkout page when the request does not say. */
  readonly defaultReturnUrl: () => string
}

const URL_BYTES_MAX = 2048

/** TopUpService: money into wallets, and back. */
export function topUpService(deps: TopUpDeps) {
  return implement(services.billing.TopUpService, {
    CreateTopUp: request => create(deps, request),
    GetTopUp: request => get(deps, request),
    ListTopUps: request => list(deps, request),
    ListReversals: request => reversals(deps, request),
    RefundTopUp: request => refund(deps, request),
  })
}

async function create(
  deps: TopUpDeps,
  request: billing.CreateTopUpRequest__Output,
): Promise<billing.CreateTopUpResponse> {
  const topUp = await createTopUp(deps.db, requireProcessor(deps.processor), {
    buyerId: buyerIdOf(request.buyerId),
    amountMicros: BigInt(request.amountMicros),
    requestId: request.requestId === '' ? undefined : idOf(request.requestId, 'request_id'),
    returnUrl: request.returnUrl === '' ? deps.defaultReturnUrl() : webAddress(request.returnUrl),
  })
  return { topUp: toTopUpMessage(topUp) }
}

function webAddress(text: string): string {
  textOf(text, 'return_url', URL_BYTES_MAX)
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw invalidField('return_url', 'must be an http or https URL')
  }
  return text
}

async function get(deps: TopUpDeps, request: billing.GetTopUpRequest__Output): Promise<billing.GetTopUpResponse> {
  const topUpId = uuidOf(request.topUpId, 'top_up_id')
  const buyerId = request.buyerId === '' ? undefined : buyerIdOf(request.buyerId)
  const topUp = await findTopUp(deps.db, topUpId)
  const isTheirs = buyerId === undefined || topUp?.buyerId === buyerId
  if (topUp === undefined || !isTheirs) {
    throw appError('not_found', { message: 'No top-up has that id.', detail: { topUpId } })
  }
  return { topUp: toTopUpMessage(topUp) }
}

async function list(deps: TopUpDeps, request: billing.ListTopUpsRequest__Output): Promise<billing.ListTopUpsResponse> {
  const size = pageSizeOf(request.pageSize)
  const buyerId = buyerIdOf(request.buyerId)
  const rows = await listTopUps(deps.db, buyerId, readTimeToken(request.pageToken), size + 1)
  const { page, nextPageToken } = pageOf(rows, size, timeToken)
  return { topUps: page.map(toTopUpMessage), nextPageToken }
}

const REVERSAL_KINDS: readonly string[] = ['', 'refund', 'dispute']

async function reversals(
  deps: TopUpDeps,
  request: billing.ListReversalsRequest__Output,
): Promise<billing.ListReversalsResponse> {
  if (!REVERSAL_KINDS.includes(request.kind)) throw invalidField('kind', 'must be refund or dispute')
  const size = pageSizeOf(request.pageSize)
  const rows = await listReversals(deps.db, request.kind || null, readTimeToken(request.pageToken), size + 1)
  const { page, nextPageToken } = pageOf(rows, size, timeToken)
  return { reversals: page.map(toReversalMessage), nextPageToken }
}

const toReversalMessage = (reversal: ListedReversal): billing.Reversal => ({
  reversalId: reversal.id,
  topUpId: reversal.topUpId,
  buyerId: reversal.buyerId,
  kind: reversal.kind,
  state: reversal.state,
  amountMicros: reversal.amountMicros.toString(),
  fromWalletMicros: reversal.fromWalletMicros.toString(),
  processorRef: reversal.processorRef ?? '',
  createdAt: toTimestamp(reversal.createdAt),
})

async function refund(
  deps: TopUpDeps,
  request: billing.RefundTopUpRequest__Output,
): Promise<billing.RefundTopUpResponse> {
  const { db, leaseMs, log } = deps
  const { id, amountMicros, returned } = await refundTopUp(
    { db, leaseMs, log, processor: requireProcessor(deps.processor) },
    {
      topUpId: uuidOf(request.topUpId, 'top_up_id'),
      amountMicros: int64Of(request.amountMicros, 'amount_micros'),
      requestId: idOf(request.requestId, 'request_id'),
    },
  )
  return { refundId: id, amountMicros: amountMicros.toString(), returned }
}
