import { type billing, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import { buyerIdOf, implement, invalidField, keyIdOf, pageOf, pageSizeOf } from '@mtg/rpc'
import { holdMoves } from '../store/cells/hold-moves.ts'
import { findSpendingKeys, listSpendingKeys } from '../store/key-spending.ts'
import { setLimits } from '../use-cases/keys/set-limits.ts'
import { limitsToSetOf, toLimitedKeyMessage } from './wire/key-limits.ts'

const KEYS_MAX = 100

/** Where limits are, and who is told when they change. */
export interface KeyLimitsDeps {
  readonly db: Database
  readonly keyLimitsChanged: (buyerId: string) => void
}

/** KeyLimitsService: what keys may spend and call, and what they have spent. */
export function keyLimitsService(deps: KeyLimitsDeps) {
  const { db } = deps
  return implement(services.billing.KeyLimitsService, {
    SetKeyLimits: request => setKeyLimits(deps, request),
    ApplyKeyLimits: request => applyKeyLimits(deps, request),
    GetKeyLimits: request => getKeyLimits(db, request),
    ListKeySpending: request => listKeySpending(db, request),
  })
}

async function setKeyLimits(
  { db, keyLimitsChanged }: KeyLimitsDeps,
  request: billing.SetKeyLimitsRequest__Output,
): Promise<billing.SetKeyLimitsResponse> {
  const wanted = limitsToSetOf(request)
  await db.transaction(tx => setLimits(tx, [wanted]))
  keyLimitsChanged(wanted.buyerId)
  const [key] = await findSpendingKeys(db, [wanted.keyId])
  if (key === undefined) throw appError('internal_error', { detail: { reason: 'a key that was just set is gone' } })
  return { key: toLimitedKeyMessage(key) }
}

async function applyKeyLimits(
  { db, keyLimitsChanged }: KeyLimitsDeps,
  { keys }: billing.ApplyKeyLimitsRequest__Output,
): Promise<billing.ApplyKeyLimitsResponse> {
  const wanted = keys.map(limitsToSetOf)
  await db.transaction(async tx => {
    await holdMoves(tx)
    await setLimits(tx, wanted)
  })
  for (const buyerId of new Set(wanted.map(key => key.buyerId))) keyLimitsChanged(buyerId)
  return {}
}

async function getKeyLimits(
  db: Database,
  { keyIds }: billing.GetKeyLimitsRequest__Output,
): Promise<billing.GetKeyLimitsResponse> {
  if (keyIds.length > KEYS_MAX) throw invalidField('key_ids', `must have at most ${KEYS_MAX} entries`)
  const keys = await findSpendingKeys(
    db,
    keyIds.map((text, index) => keyIdOf(text, `key_ids[${index}]`)),
  )
  return { keys: keys.map(toLimitedKeyMessage) }
}

async function listKeySpending(
  db: Database,
  request: billing.ListKeySpendingRequest__Output,
): Promise<billing.ListKeySpendingResponse> {
  const size = pageSizeOf(request.pageSize)
  const rows = await listSpendingKeys(db, buyerIdOf(request.buyerId), {
    rootKeyId: request.rootKeyId === '' ? null : keyIdOf(request.rootKeyId, 'root_key_id'),
    after: request.pageToken === '' ? null : keyIdOf(request.pageToken, 'page_token'),
    limit: size + 1,
  })
  const { page, nextPageToken } = pageOf(rows, size, last => last.keyId)
  return { keys: page.map(toLimitedKeyMessage), nextPageToken }
}
