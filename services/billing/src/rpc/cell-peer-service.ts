import { type billing, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import {
  buyerIdOf,
  callIdOf,
  idOf,
  implement,
  int64Of,
  invalidField,
  pageSizeOf,
  textOf,
  toTimestamp,
  uuidOf,
} from '@mtg/rpc'
import { TRANSFERS_PAGE } from '../clients/cells/moves-elsewhere.ts'
import type { TestProcessor } from '../clients/processor/test-processor.ts'
import { type MoveWish, movedTables, type Transfer } from '../domain/buyer-move.ts'
import type { CapturedCall } from '../domain/captured-call.ts'
import type { CapturedCalls } from '../domain/captured-calls.ts'
import type { Reach } from '../domain/failpoints.ts'
import { testActions } from '../domain/test-checkout.ts'
import { admitBuyer, listTransfers, readMoveState, takePart } from '../store/cells/buyer-moves.ts'
import { countAppUse, isCursor, listCatalogueChanges } from '../store/cells/catalogue-feed.ts'
import { countBuyersHere, noteMoved } from '../store/cells/cell-maps.ts'
import { takeIdempotencyCopies } from '../store/cells/idempotency-copies.ts'
import { handOver } from '../use-cases/cells/collect.ts'
import { applyEvent, type EventDeps, isEventHere, refuseWhileMoving } from '../use-cases/top-ups/apply-event.ts'
import { requireProcessor } from './require-processor.ts'

/** What this cell has of its own. */
export interface CellPeerDeps extends Omit<EventDeps, 'processor'> {
  readonly db: Database
  /** Takes in buyers: who is between two cells is in none, so that it is not ended for taking long. */
  readonly slowDb: Database
  readonly captured: CapturedCalls
  readonly mapVersion: () => bigint
  readonly pullCatalogue: () => Promise<void>
  /** Learns the newest map. */
  readonly refreshMap: () => Promise<void>
  readonly processor: EventDeps['processor'] | undefined
  readonly testProcessor: TestProcessor | undefined
  /** Has a buyer leave; undefined: there are no other cells. */
  readonly send: ((wish: MoveWish) => Promise<void>) | undefined
  readonly names: readonly string[]
  readonly reach: Reach
}

const PARTS_MAX = 1_000_000
const BOUNDS_MAX = 501
const READ_MAX = 1_000
const UNKNOWN_MAX = 10_000
const TEXT_BYTES_MAX = 64
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** CellPeerService: for other cells of this billing. */
export function cellPeerService(deps: CellPeerDeps) {
  const { db, captured } = deps
  return implement(services.billing.CellPeerService, {
    async ListCatalogueChanges({ cursor }) {
      if (!isCursor(cursor)) throw invalidField('cursor', 'is not one that a page ended with')
      const { documents, cursor: next, hasMore } = await listCatalogueChanges(db, cursor)
      return { documents: [...documents], cursor: next, more: hasMore }
    },
    async PullCatalogue() {
      await deps.pullCatalogue()
      return {}
    },
    async GetCellState() {
      return { buyerCount: (await countBuyersHere(db)).toString(), mapVersion: deps.mapVersion().toString() }
    },
    async CountAppUse({ appId }) {
      const { freeCount, paidCount, lastWindowEndsAt } = await countAppUse(db, uuidOf(appId, 'app_id'))
      const ends = lastWindowEndsAt === null ? null : toTimestamp(lastWindowEndsAt)
      return { freeCount: String(freeCount), paidCount: String(paidCount), lastWindowEndsAt: ends }
    },
    async DigestCaptured({ bounds }) {
      const digests = await captured.digest(idsOf(bounds, BOUNDS_MAX))
      return { digests: digests.map(({ callCount, digest }) => ({ callCount: String(callCount), digest })) }
    },
    async ListCaptured({ fromCallId, toCallId }) {
      return { callIds: await captured.list({ from: callIdOf(fromCallId), to: callIdOf(toCallId) }) }
    },
    async ReadCaptured({ callIds }) {
      return { calls: (await captured.read(idsOf(callIds, READ_MAX))).map(toCapturedMessage) }
    },
    async FindUnknownCalls({ callIds }) {
      return { callIds: await captured.findUnknown(idsOf(callIds, UNKNOWN_MAX)) }
    },
    ListCorrectedCalls: request => listCorrected(deps, request),
    async CollectPayable({ collectionId, publisherId, amountMicros }) {
      await handOver(db, {
        id: uuidOf(collectionId, 'collection_id'),
        publisherId: uuidOf(publisherId, 'publisher_id'),
        amountMicros: int64Of(amountMicros, 'amount_micros', 1n),
      })
      return {}
    },
    TakeProcessorEvent: request => takeEvent(deps, request),
    GetMoveState: () => readMoveState(db),
    SendBuyer: request => send(deps, request),
    TakeMovePart: request => keepPart(deps, request),
    async TakeIdempotencyCopies({ buyerId, rows }) {
      await takeIdempotencyCopies(db, buyerIdOf(buyerId), rowsOf(rows))
      return {}
    },
    AdmitBuyer: request => admit(deps, request),
    NoteBuyerMoved: request => note(deps, request),
    async ListTransfers({ afterMoveId, afterOut }) {
      const after = { id: afterMoveId === '' ? NO_ID : uuidOf(afterMoveId, 'after_move_id'), isOut: afterOut }
      return { transfers: (await listTransfers(db, after, TRANSFERS_PAGE)).map(toTransferMessage) }
    },
    async GetTestCheckout({ checkoutId }) {
      const { topUpId, amountMicros, returnUrl, state } = await checkoutOf(deps, checkoutId)
      return { topUpId, amountMicros: amountMicros.toString(), returnUrl, state }
    },
    ActOnTestCheckout: request => act(deps, request),
  })
}

async function listCorrected(
  { captured }: CellPeerDeps,
  { afterCorrectedAt, afterCallId, pageSize }: billing.ListCorrectedCallsRequest__Output,
): Promise<billing.ListCorrectedCallsResponse> {
  const after = {
    correctedAt: textOf(afterCorrectedAt, 'after_corrected_at', TEXT_BYTES_MAX),
    callId: callIdOf(afterCallId),
  }
  if (Number.isNaN(Date.parse(after.correctedAt))) throw invalidField('after_corrected_at', 'is no time')
  return { calls: [...(await captured.listCorrected(after, pageSizeOf(pageSize, READ_MAX)))] }
}

function cellOf({ names }: CellPeerDeps, name: string, field: string): string {
  if (!names.includes(name)) throw invalidField(field, 'names no cell')
  return name
}

async function send(deps: CellPeerDeps, request: billing.SendBuyerRequest__Output): Promise<billing.SendBuyerResponse> {
  const cell = cellOf(deps, request.cell, 'cell')
  await deps.send?.({ id: uuidOf(request.moveId, 'move_id'), buyerId: buyerIdOf(request.buyerId), cell })
  return {}
}

async function keepPart(
  { db }: CellPeerDeps,
  { moveId, part, target, rows }: billing.TakeMovePartRequest__Output,
): Promise<billing.TakeMovePartResponse> {
  const isMoved = movedTables.some(name => name === target)
  if (!isMoved) throw invalidField('target', `must be one of ${movedTables.join(', ')}`)
  if (part < 0 || part >= PARTS_MAX) throw invalidField('part', `must be from 0 to ${PARTS_MAX - 1}`)
  await takePart(db, uuidOf(moveId, 'move_id'), part, { target, rows: rowsOf(rows) })
  return {}
}

function partCountOf(count: number): number {
  if (count < 0 || count > PARTS_MAX) throw invalidField('part_count', `must be from 0 to ${PARTS_MAX}`)
  return count
}

/** The character 0, for which JSONB has no place; a backslash that is written as two escapes nothing. */
const CHARACTER_0 = /(?<!\\)(?:\\\\)*\\u0000/

function rowsOf(text: string): string {
  if (!isRowsText(text)) throw invalidField('rows', 'is not a JSON array of rows')
  return text
}

function isRowsText(text: string): boolean {
  try {
    const rows: unknown = JSON.parse(text)
    const areRows = Array.isArray(rows) && rows.every(row => typeof row === 'object' && row !== null)
    return areRows && !CHARACTER_0.test(text)
  } catch {
    return false
  }
}

async function admit(
  deps: CellPeerDeps,
  request: billing.AdmitBuyerRequest__Output,
): Promise<billing.AdmitBuyerResponse> {
  const from = cellOf(deps, request.fromCell, 'from_cell')
  await admitBuyer(deps.slowDb, from, {
    id: uuidOf(request.moveId, 'move_id'),
    buyerId: buyerIdOf(request.buyerId),
    isWhole: request.whole,
    walletMicros: int64Of(request.walletMicros, 'wallet_micros', 0n),
    owedMicros: int64Of(request.owedMicros, 'owed_micros', 0n),
    hadOpening: request.hadOpening,
    partCount: partCountOf(request.partCount),
  })
  deps.reach('buyer_taken_in')
  return {}
}

async function note(
  deps: CellPeerDeps,
  { moveId, buyerId, fromCell, toCell }: billing.NoteBuyerMovedRequest__Output,
): Promise<billing.NoteBuyerMovedResponse> {
  await noteMoved(deps.db, {
    id: uuidOf(moveId, 'move_id'),
    buyerId: buyerIdOf(buyerId),
    from: cellOf(deps, fromCell, 'from_cell'),
    to: cellOf(deps, toCell, 'to_cell'),
  })
  await deps.refreshMap()
  return {}
}

const toTransferMessage = ({ id, isOut, hasArrived, walletMicros, owedMicros }: Transfer): billing.CellTransfer => ({
  moveId: id,
  out: isOut,
  arrived: hasArrived,
  walletMicros: walletMicros.toString(),
  owedMicros: owedMicros.toString(),
})

function idsOf(texts: readonly string[], max: number): string[] {
  if (texts.length > max) throw invalidField('ids', `must be at most ${max}`)
  return texts.map(text => callIdOf(text))
}

async function takeEvent(
  deps: CellPeerDeps,
  { body, signature }: billing.TakeProcessorEventRequest__Output,
): Promise<billing.TakeProcessorEventResponse> {
  const processor = requireProcessor(deps.processor)
  const event = await processor.readWebhook(body, signature)
  const books = { db: deps.db, log: deps.log, processor }
  if (event.news.type === 'other') return { taken: false }
  if (!(await isEventHere(books, event))) {
    await refuseWhileMoving(deps.db)
    return { taken: false }
  }
  await applyEvent(books, event)
  return { taken: true }
}

async function act(
  deps: CellPeerDeps,
  { checkoutId, action }: billing.ActOnTestCheckoutRequest__Output,
): Promise<billing.ActOnTestCheckoutResponse> {
  const known = testActions.find(name => name === action)
  if (known === undefined) throw invalidField('action', `must be one of ${testActions.join(', ')}`)
  await deps.testProcessor?.act(await checkoutOf(deps, checkoutId), known)
  return {}
}

async function checkoutOf({ testProcessor }: CellPeerDeps, id: string) {
  const checkout = await testProcessor?.findCheckout(idOf(id, 'checkout_id'))
  if (checkout === undefined) throw appError('not_found', { detail: { checkoutId: id } })
  return checkout
}

const toCapturedMessage = (call: CapturedCall): billing.CapturedCall => ({
  ...call,
  resolvedAt: toTimestamp(call.resolvedAt),
  keyId: call.keyId ?? '',
  priceMicros: call.priceMicros.toString(),
  totalTokens: call.totalTokens.toString(),
})
