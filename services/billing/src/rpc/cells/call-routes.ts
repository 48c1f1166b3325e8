import type { billing, services } from '@mtg/contracts'
import { toAppError } from '@mtg/errors'
import { pageThrough } from './merge.ts'
import { type Asking, askUntilKnown, type CellAnswer, type Routes } from './route.ts'

type Billing = typeof services.billing
/** The methods of a service of billing. */
export type DefinitionOf<Name extends keyof Billing> = NonNullable<Billing[Name]['shapes']>

const buyerOf = (request: { readonly buyerId: string }) => request.buyerId
/** It is the buyer's cell that knows. */
export const ofBuyer = { kind: 'buyer', buyerOf } as const

const ofBuyerSilently = { kind: 'buyer', buyerOf, silent: true } as const

/** ReservationService: a call is its buyer's cell's; where nobody says whose it is, all are asked. */
export const reservationRoutes: Routes<
  DefinitionOf<'ReservationService'>,
  'ReserveStream' | 'SettleStream' | 'ReserveNextStream'
> = {
  Reserve: ofBuyer,
  Quote: ofBuyer,
  Capture: { kind: 'whoever knows', buyerOf, unknown: 'reservation_not_found' },
  Release: { kind: 'own way', ask: release },
  GetReservation: { kind: 'whoever knows', buyerOf, unknown: 'reservation_not_found' },
  RefundCall: { kind: 'whoever knows', unknown: 'reservation_not_found' },
  ListOpenReservations: ofBuyer,
  ReserveAhead: { kind: 'buyer', buyerOf: ({ call }) => call?.buyerId ?? '' },
  ReleaseAhead: ofBuyerSilently,
}

/**
 * A release leaves a mark where its call is not known yet: the one cell that has the call, or will, must be asked. Of a buyer who has
 * moved it may be one before.
 */
async function release(
  request: billing.ReleaseRequest__Output,
  asking: Asking<billing.ReleaseRequest__Output, billing.ReleaseResponse__Output>,
): Promise<billing.ReleaseResponse> {
  const cell = await cellOfCall(request, asking)
  const answer = await asking.one(cell, request)
  if (answer.releasedMicros !== '0' || request.buyerId === '' || !asking.hasMoved(request.buyerId)) return answer
  for (const other of asking.names.filter(name => name !== cell)) {
    const former = await asking.one(other, request)
    if (former.releasedMicros !== '0') return former
  }
  return answer
}

async function cellOfCall(
  { callId, buyerId }: { readonly callId: string; readonly buyerId: string },
  asking: Pick<Asking<unknown, unknown>, 'names' | 'ownerOf' | 'other' | 'home'>,
): Promise<string> {
  if (buyerId !== '') return asking.ownerOf(buyerId)
  const find = asking.other('GetReservation')
  try {
    return await askUntilKnown(asking.names, 'reservation_not_found', async cell => {
      await find.one(cell, { callId, buyerId: '' })
      return cell
    })
  } catch (thrown) {
    if (toAppError(thrown).code === 'reservation_not_found') return asking.home
    throw thrown
  }
}

/** IdempotencyService. */
export const idempotencyRoutes: Routes<DefinitionOf<'IdempotencyService'>> = {
  BeginAttempt: ofBuyer,
  RenewAttempt: ofBuyerSilently,
  FinishAttempt: ofBuyerSilently,
  AbandonAttempt: ofBuyerSilently,
}

/** TaskService. */
export const taskRoutes: Routes<DefinitionOf<'TaskService'>> = {
  KeepTask: { kind: 'whoever knows', buyerOf, unknown: 'reservation_not_found' },
  ConfirmTask: { kind: 'whoever knows', buyerOf, unknown: 'task_not_found', silent: true },
  // Tasks of settled calls stay where those are.
  FindTask: { kind: 'own way', buyerOf, ask: findTask },
  LeaseDueTasks: { kind: 'own way', ask: leaseDue },
  ListTasks: { kind: 'own way', ask: listTasks },
}

async function findTask(
  request: billing.FindTaskRequest__Output,
  asking: Asking<billing.FindTaskRequest__Output, billing.FindTaskResponse__Output>,
): Promise<billing.FindTaskResponse> {
  return await askUntilKnown(cellsOf(asking, request.buyerId), 'task_not_found', cell => asking.one(cell, request))
}

async function listTasks(
  request: billing.ListTasksRequest__Output,
  asking: Asking<billing.ListTasksRequest__Output, billing.ListTasksResponse__Output>,
): Promise<billing.ListTasksResponse> {
  return await pageThrough(
    cellsOf(asking, request.buyerId),
    request.pageToken,
    ({ tasks }: billing.ListTasksResponse__Output) => tasks.length === 0,
    (cell, within) => asking.one(cell, { ...request, pageToken: within }),
  )
}

/** As many of each cell as are asked for in all; a cell that is away has its turn later. */
async function leaseDue(
  { countMax }: billing.LeaseDueTasksRequest__Output,
  asking: Asking<billing.LeaseDueTasksRequest__Output, billing.LeaseDueTasksResponse__Output>,
): Promise<billing.LeaseDueTasksResponse> {
  const share = { countMax: Math.max(1, Math.ceil(countMax / asking.names.length)) }
  const asked = await Promise.allSettled(asking.names.map(cell => asking.one(cell, share)))
  const answers = asked.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const [first] = asked
  if (answers.length === 0 && first?.status === 'rejected') throw first.reason
  return { tasks: answers.flatMap(({ tasks }) => tasks) }
}

/** KeyLimitsService: a key is its buyer's. */
export const keyLimitsRoutes: Routes<DefinitionOf<'KeyLimitsService'>> = {
  SetKeyLimits: ofBuyer,
  ApplyKeyLimits: { kind: 'own way', ask: applyKeyLimits },
  GetKeyLimits: {
    kind: 'every',
    ofBuyers: true,
    merge: (answers: readonly CellAnswer<billing.GetKeyLimitsResponse__Output>[]) => ({
      keys: answers.flatMap(({ answer }) => answer.keys),
    }),
  },
  ListKeySpending: ofBuyer,
}

async function applyKeyLimits(
  { keys }: billing.ApplyKeyLimitsRequest__Output,
  asking: Asking<billing.ApplyKeyLimitsRequest__Output, billing.ApplyKeyLimitsResponse__Output>,
): Promise<billing.ApplyKeyLimitsResponse> {
  await byOwner(keys, asking, (cell, own) => asking.one(cell, { keys: own }))
  return {}
}

/** PurchaseService: one active purchase of a buyer and app. */
export const purchaseRoutes: Routes<DefinitionOf<'PurchaseService'>> = {
  ObtainPurchase: ofBuyer,
  CancelPurchase: ofBuyer,
  DeactivatePurchase: ofBuyer,
  ActivatePurchase: ofBuyer,
  ExpirePurchase: ofBuyer,
  RenewPurchase: ofBuyer,
  GetPurchase: ofBuyer,
  ListPurchases: ofBuyer,
}

/** WalletService. */
export const walletRoutes: Routes<DefinitionOf<'WalletService'>> = {
  GetWallet: ofBuyer,
  ListWalletMarks: { kind: 'own way', ask: listMarks },
  ListJournalEntries: { kind: 'own way', ask: listEntries },
}

/** What a buyer did before a move stands where that was done: newer entries first, and then cell by cell. */
async function listEntries(
  request: billing.ListJournalEntriesRequest__Output,
  asking: Asking<billing.ListJournalEntriesRequest__Output, billing.ListJournalEntriesResponse__Output>,
): Promise<billing.ListJournalEntriesResponse> {
  const { buyerId, pageToken } = request
  return await pageThrough(
    cellsOf(asking, buyerId),
    pageToken,
    ({ entries }: billing.ListJournalEntriesResponse__Output) => entries.length === 0,
    (cell, within) => asking.one(cell, { ...request, pageToken: within }),
  )
}

/**
 * Has each cell do its buyers' part. One whose buyer has just left refuses: then it goes by the newest map, once more, which does again
 * what was done, as may be.
 */
export async function byOwner<Item extends { readonly buyerId: string }, Answer>(
  items: readonly Item[],
  asking: Pick<Asking<never, unknown>, 'ownerOf' | 'refreshMap'>,
  ask: (cell: string, own: Item[]) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const [cell, own] of Map.groupBy(items, ({ buyerId }) => asking.ownerOf(buyerId))) {
    try {
      answers.push(await ask(cell, own))
    } catch (thrown) {
      if (toAppError(thrown).code !== 'cell_unavailable') throw thrown
      await asking.refreshMap()
      const now = Map.groupBy(own, ({ buyerId }) => asking.ownerOf(buyerId))
      if (now.size === 1 && now.has(cell)) throw thrown
      for (const [other, part] of now) answers.push(await ask(other, part))
    }
  }
  return answers
}

/** The buyer's cell, and of one who has moved all others after it. */
export function cellsOf(
  asking: Pick<Asking<never, unknown>, 'names' | 'ownerOf' | 'hasMoved'>,
  buyerId: string,
): string[] {
  const owner = asking.ownerOf(buyerId)
  return asking.hasMoved(buyerId) ? [owner, ...asking.names.filter(name => name !== owner)] : [owner]
}

async function listMarks(
  { buyerIds }: billing.ListWalletMarksRequest__Output,
  asking: Asking<billing.ListWalletMarksRequest__Output, billing.ListWalletMarksResponse__Output>,
): Promise<billing.ListWalletMarksResponse> {
  const asked = [...Map.groupBy(buyerIds, buyerId => asking.ownerOf(buyerId))].map(([cell, own]) =>
    asking.one(cell, { buyerIds: own }),
  )
  return { marks: (await Promise.all(asked)).flatMap(({ marks }) => marks) }
}
