import { type billing, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import { callIdOf, idOf, implement, int64Of, invalidField, pageSizeOf, textOf, toTimestamp, uuidOf } from '@mtg/rpc'
import type { TestProcessor } from '../clients/processor/test-processor.ts'
import type { CapturedCall } from '../domain/captured-call.ts'
import type { CapturedCalls } from '../domain/captured-calls.ts'
import { testActions } from '../domain/test-checkout.ts'
import { countAppUse, isCursor, listCatalogueChanges } from '../store/cells/catalogue-feed.ts'
import { countBuyersHere } from '../store/cells/cell-maps.ts'
import { handOver } from '../use-cases/cells/collect.ts'
import { applyEvent, type EventDeps, isEventHere } from '../use-cases/top-ups/apply-event.ts'
import { requireProcessor } from './require-processor.ts'

/** What this cell has of its own. */
export interface CellPeerDeps extends Omit<EventDeps, 'processor'> {
  readonly db: Database
  readonly captured: CapturedCalls
  readonly mapVersion: () => bigint
  readonly pullCatalogue: () => Promise<void>
  readonly processor: EventDeps['processor'] | undefined
  readonly testProcessor: TestProcessor | undefined
}

const BOUNDS_MAX = 501
const READ_MAX = 1_000
const UNKNOWN_MAX = 10_000
const TEXT_BYTES_MAX = 64

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
    async ListCorrectedCalls({ afterCorrectedAt, afterCallId, pageSize }) {
      const after = {
        correctedAt: textOf(afterCorrectedAt, 'after_corrected_at', TEXT_BYTES_MAX),
        callId: callIdOf(afterCallId),
      }
      if (Number.isNaN(Date.parse(after.correctedAt))) throw invalidField('after_corrected_at', 'is no time')
      return { calls: [...(await captured.listCorrected(after, pageSizeOf(pageSize, READ_MAX)))] }
    },
    async CollectPayable({ collectionId, publisherId, amountMicros }) {
      await handOver(db, {
        id: uuidOf(collectionId, 'collection_id'),
        publisherId: uuidOf(publisherId, 'publisher_id'),
        amountMicros: int64Of(amountMicros, 'amount_micros', 1n),
      })
      return {}
    },
    TakeProcessorEvent: request => takeEvent(deps, request),
    async GetTestCheckout({ checkoutId }) {
      const { topUpId, amountMicros, returnUrl, state } = await checkoutOf(deps, checkoutId)
      return { topUpId, amountMicros: amountMicros.toString(), returnUrl, state }
    },
    async ActOnTestCheckout({ checkoutId, action }) {
      const known = testActions.find(name => name === action)
      if (known === undefined) throw invalidField('action', `must be one of ${testActions.join(', ')}`)
      await deps.testProcessor?.act(await checkoutOf(deps, checkoutId), known)
      return {}
    },
  })
}

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
  if (event.news.type === 'other' || !(await isEventHere(books, event))) return { taken: false }
  await applyEvent(books, event)
  return { taken: true }
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
