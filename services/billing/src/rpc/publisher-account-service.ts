import { type billing, services } from '@mtg/contracts'
import {
  idOf,
  implement,
  int64Of,
  invalidField,
  nameOf,
  pageOf,
  pageSizeOf,
  readTimeToken,
  required,
  timeOf,
  timeToken,
} from '@mtg/rpc'
import type { PaymentProcessor } from '../clients/processor/processor.ts'
import { listPayouts } from '../store/payouts.ts'
import { requirePublisher, setPayoutAccount } from '../store/publisher-accounts.ts'
import { collectFor, type PayablesElsewhere } from '../use-cases/cells/collect.ts'
import { getEarnings } from '../use-cases/payouts/earnings.ts'
import { type PayoutDeps, payOut } from '../use-cases/payouts/pay-out.ts'
import { makeStatement } from '../use-cases/payouts/statement.ts'
import { requireProcessor } from './require-processor.ts'
import { toEarningsMessage, toPayoutMessage, toStatementMessage } from './wire/payout.ts'

/** The books, the processor that pays out, and whom to tell of changes. */
export interface PublisherAccountDeps extends Omit<PayoutDeps, 'processor'> {
  readonly processor: PaymentProcessor | undefined
  /** Tells every process that what it remembers of a publisher is stale. */
  readonly catalogueChanged: (username: string) => void
  /** What other cells owe; undefined: there are none. */
  readonly elsewhere?: PayablesElsewhere | undefined
}

const ACCOUNT_LENGTH_MAX = 128
const HOUR_MS = 3_600_000

/** PublisherAccountService: earnings, payout accounts, payouts and statements. */
export function publisherAccountService(deps: PublisherAccountDeps) {
  return implement(services.billing.PublisherAccountService, {
    GetEarnings: async request => toEarningsMessage(await getEarnings(deps.db, nameOf(request.username, 'username'))),
    ConnectPayoutAccount: request => connect(deps, request),
    DisconnectPayoutAccount: request => disconnect(deps, request),
    CreatePayout: request => createPayout(deps, request),
    ListPayouts: request => list(deps, request),
    GetStatement: request => getStatement(deps, request),
  })
}

async function connect(
  deps: PublisherAccountDeps,
  request: billing.ConnectPayoutAccountRequest__Output,
): Promise<billing.ConnectPayoutAccountResponse> {
  const { account } = request
  const username = nameOf(request.username, 'username')
  if (!/^[\x21-\x7e]+$/.test(account) || account.length > ACCOUNT_LENGTH_MAX) {
    throw invalidField('account', `must have 1 to ${ACCOUNT_LENGTH_MAX} printable characters without spaces`)
  }
  await setPayoutAccount(deps.db, username, account)
  deps.catalogueChanged(username)
  return { payoutAccount: account }
}

async function disconnect(
  deps: PublisherAccountDeps,
  request: billing.DisconnectPayoutAccountRequest__Output,
): Promise<billing.DisconnectPayoutAccountResponse> {
  const username = nameOf(request.username, 'username')
  await setPayoutAccount(deps.db, username, null)
  deps.catalogueChanged(username)
  return {}
}

async function createPayout(
  deps: PublisherAccountDeps,
  request: billing.CreatePayoutRequest__Output,
): Promise<billing.CreatePayoutResponse> {
  const { db, leaseMs, log, elsewhere } = deps
  const processor = requireProcessor(deps.processor)
  const wish = {
    username: nameOf(request.username, 'username'),
    amountMicros: int64Of(request.amountMicros, 'amount_micros'),
    requestId: idOf(request.requestId, 'request_id'),
  }
  if (elsewhere !== undefined) await collectFor({ db, elsewhere }, wish)
  const payout = await payOut({ db, leaseMs, log, processor }, wish)
  return { payout: toPayoutMessage(payout) }
}

async function list(
  deps: PublisherAccountDeps,
  request: billing.ListPayoutsRequest__Output,
): Promise<billing.ListPayoutsResponse> {
  const size = pageSizeOf(request.pageSize)
  const publisher = await requirePublisher(deps.db, nameOf(request.username, 'username'))
  const rows = await listPayouts(deps.db, publisher.id, readTimeToken(request.pageToken), size + 1)
  const { page, nextPageToken } = pageOf(rows, size, timeToken)
  return { payouts: page.map(toPayoutMessage), nextPageToken }
}

async function getStatement(
  deps: PublisherAccountDeps,
  request: billing.GetStatementRequest__Output,
): Promise<billing.GetStatementResponse> {
  const username = nameOf(request.username, 'username')
  const from = fullHour(timeOf(required(request.from, 'from'), 'from'), 'from')
  const to = fullHour(timeOf(required(request.to, 'to'), 'to'), 'to')
  if (from >= to) throw invalidField('to', 'must be after from')
  return toStatementMessage(await makeStatement(deps.db, username, { from, to }))
}

function fullHour(time: Date | undefined, field: string): Date {
  if (time === undefined || time.getTime() % HOUR_MS !== 0) throw invalidField(field, 'must be a full hour (UTC)')
  return time
}
