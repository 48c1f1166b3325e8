import { type billing, services } from '@mtg/contracts'
import { idOf, implement, int64Of, invalidField, nameOf, pageOf, pageSizeOf, readTimeToken, timeToken } from '@mtg/rpc'
import type { PaymentProcessor } from '../clients/processor/processor.ts'
import { type KindSum, netMicros } from '../domain/journal.ts'
import { sumPayable } from '../store/ledger/sums.ts'
import { type PayoutDeps, payOut } from '../use-cases/payouts/pay-out.ts'
import { listPayouts, toMessage } from '../use-cases/payouts/payout.ts'
import { requirePublisher, setPayoutAccount } from '../use-cases/payouts/publisher.ts'
import { makeStatement } from '../use-cases/payouts/statement.ts'
import { requireProcessor } from './top-up-service.ts'

/** What the service stands on. */
export interface PublisherAccountDeps extends Omit<PayoutDeps, 'processor'> {
  readonly processor: PaymentProcessor | undefined
  /** Tells every billing process that what it remembers of publishers is stale. */
  readonly catalogueChanged: () => void
}

const ACCOUNT_LENGTH_MAX = 128

/** PublisherAccountService: earnings, payout accounts, payouts and statements. */
export function publisherAccountService(deps: PublisherAccountDeps) {
  return implement(services.billing.PublisherAccountService, {
    GetEarnings: request => getEarnings(deps, request),
    ConnectPayoutAccount: request => connect(deps, request),
    DisconnectPayoutAccount: request => disconnect(deps, request),
    CreatePayout: request => createPayout(deps, request),
    ListPayouts: request => list(deps, request),
    GetStatement: request => makeStatement(deps.db, request),
  })
}

async function getEarnings(
  deps: PublisherAccountDeps,
  request: billing.GetEarningsRequest__Output,
): Promise<billing.GetEarningsResponse> {
  const publisher = await requirePublisher(deps.db, nameOf(request.username, 'username'))
  const sums = await sumPayable(deps.db, publisher.id)
  const isPayout = (sum: KindSum) => sum.kind === 'payout'
  return {
    payableMicros: netMicros(sums).toString(),
    earnedMicros: netMicros(sums.filter(sum => !isPayout(sum))).toString(),
    paidOutMicros: (-netMicros(sums.filter(isPayout))).toString(),
    payoutConnected: publisher.payoutConnected,
    payoutAccount: publisher.payoutAccount ?? '',
  }
}

async function connect(
  deps: PublisherAccountDeps,
  request: billing.ConnectPayoutAccountRequest__Output,
): Promise<billing.ConnectPayoutAccountResponse> {
  const { username, account } = request
  if (!/^[\x21-\x7e]+$/.test(account) || account.length > ACCOUNT_LENGTH_MAX)
    throw invalidField('account', `must have 1 to ${ACCOUNT_LENGTH_MAX} printable characters without spaces`)
  await setPayoutAccount(deps.db, nameOf(username, 'username'), account)
  deps.catalogueChanged()
  return { payoutAccount: account }
}

async function disconnect(
  deps: PublisherAccountDeps,
  request: billing.DisconnectPayoutAccountRequest__Output,
): Promise<billing.DisconnectPayoutAccountResponse> {
  await setPayoutAccount(deps.db, nameOf(request.username, 'username'), null)
  deps.catalogueChanged()
  return {}
}

async function createPayout(
  deps: PublisherAccountDeps,
  request: billing.CreatePayoutRequest__Output,
): Promise<billing.CreatePayoutResponse> {
  const { db, log } = deps
  const payout = await payOut(
    { db, log, processor: requireProcessor(deps.processor) },
    {
      username: nameOf(request.username, 'username'),
      amountMicros: int64Of(request.amountMicros, 'amount_micros'),
      requestId: idOf(request.requestId, 'request_id'),
    },
  )
  return { payout: toMessage(payout) }
}

async function list(
  deps: PublisherAccountDeps,
  request: billing.ListPayoutsRequest__Output,
): Promise<billing.ListPayoutsResponse> {
  const size = pageSizeOf(request.pageSize)
  const publisher = await requirePublisher(deps.db, nameOf(request.username, 'username'))
  const rows = await listPayouts(deps.db, publisher.id, readTimeToken(request.pageToken), size + 1)
  const { page, nextPageToken } = pageOf(rows, size, timeToken)
  return { payouts: page.map(toMessage), nextPageToken }
}
