import { appError } from '@mtg/errors'
import type { Queryable } from '@mtg/postgres'
import type { BuyerId, KeyId } from '@mtg/primitives'
import {
  GENERATIONS_MAX,
  type KeyLimits,
  type KeyToLimit,
  type LimitedKey,
  widerLimit,
} from '../../domain/key-limits.ts'
import { countLimitedKeys, findLimitedKeys, insertLimitedKey, updateLimitedKey } from '../../store/key-limits.ts'
import { otherVersion, refuseOtherVersion } from '../versions.ts'

/** A key, and the limits that it is to have. */
export interface LimitsToSet {
  readonly buyerId: BuyerId
  readonly keyId: KeyId
  readonly name: string
  /** Null for none, or when it is known already. */
  readonly parentKeyId: KeyId | null
  readonly limits: KeyLimits
  /** 0: whatever it is, -1: it must not be known. */
  readonly expectedVersion: bigint
}

/** Far more than anybody needs, and few enough that nobody fills the database with keys that are never made. */
const KEYS_OF_BUYER_MAX = 10_000
const NO_LIMITS: KeyLimits = {
  totalMicros: null,
  perDayMicros: null,
  per30DaysMicros: null,
  maxPriceMicros: null,
  apps: [],
  tools: [],
  concurrent: null,
  loop: null,
}

/**
 * Sets limits of keys, parents before their children. What is set binds the next call: a call under way is not asked again.
 * Throws `invalid_argument` naming the field of the first one that cannot be.
 */
export async function setLimits(tx: Queryable, keys: readonly LimitsToSet[]): Promise<void> {
  for (const key of keys) await setLimitsOf(tx, key)
}

async function setLimitsOf(tx: Queryable, wanted: LimitsToSet): Promise<void> {
  const { keyId, buyerId, name, limits, expectedVersion } = wanted
  const known = await findKey(tx, keyId)
  if (known !== undefined) checkIdentity(known, wanted)
  refuseOtherVersion(known, expectedVersion)
  const lineage = known?.lineage ?? [keyId, ...(await lineageAbove(tx, wanted))]
  await checkNarrower(tx, limits, lineage.slice(1))
  const key: KeyToLimit = { keyId, buyerId, name, lineage, limits }
  if (known === undefined) await addKey(tx, key, expectedVersion)
  else await updateKey(tx, key, expectedVersion)
}

async function updateKey(tx: Queryable, key: KeyToLimit, expectedVersion: bigint): Promise<void> {
  if (!(await updateLimitedKey(tx, key, expectedVersion))) throw otherVersion(expectedVersion)
}

async function findKey(tx: Queryable, keyId: KeyId): Promise<LimitedKey | undefined> {
  return (await findLimitedKeys(tx, [keyId]))[0]
}

function checkIdentity(known: LimitedKey, { buyerId, parentKeyId }: LimitsToSet): void {
  if (known.buyerId !== buyerId) throw invalid('key_id', "is another buyer's key")
  if (parentKeyId !== null && parentKeyId !== known.lineage[1]) throw invalid('parent_key_id', 'cannot be changed')
}

/** The parent of a new key and those above it. A parent that billing was never told of has no parent itself. */
async function lineageAbove(tx: Queryable, wanted: LimitsToSet): Promise<readonly KeyId[]> {
  const { keyId, buyerId, parentKeyId } = wanted
  if (parentKeyId === null) return []
  if (parentKeyId === keyId) throw invalid('parent_key_id', 'is the key itself')
  const parent = await findKey(tx, parentKeyId)
  if (parent === undefined) {
    const unlimited = { keyId: parentKeyId, buyerId, name: parentKeyId, lineage: [parentKeyId], limits: NO_LIMITS }
    await addKey(tx, unlimited, 0n)
    return [parentKeyId]
  }
  if (parent.buyerId !== buyerId) throw invalid('parent_key_id', "is another buyer's key")
  if (parent.lineage.length >= GENERATIONS_MAX) {
    throw invalid('parent_key_id', `has ${GENERATIONS_MAX - 1} keys above it: it can have no children`)
  }
  return parent.lineage
}

async function checkNarrower(tx: Queryable, limits: KeyLimits, above: readonly KeyId[]): Promise<void> {
  if (above.length === 0) return
  for (const key of await findLimitedKeys(tx, above)) {
    const field = widerLimit(limits, key.limits)
    if (field !== undefined) throw invalid(`limits.${wireNameOf(field)}`, `is wider than that of the key "${key.name}"`)
  }
}

async function addKey(tx: Queryable, key: KeyToLimit, expectedVersion: bigint): Promise<void> {
  if ((await countLimitedKeys(tx, key.buyerId, KEYS_OF_BUYER_MAX)) >= KEYS_OF_BUYER_MAX) {
    throw invalid('buyer_id', `has ${KEYS_OF_BUYER_MAX} keys with limits already`)
  }
  if (await insertLimitedKey(tx, key)) return
  // Somebody else told of it meanwhile.
  const known = await findKey(tx, key.keyId)
  if (known === undefined || known.buyerId !== key.buyerId || known.lineage[1] !== key.lineage[1]) {
    throw invalid('key_id', 'was made by somebody else meanwhile')
  }
  // One that was to be unknown is of version 1 by now.
  await updateKey(tx, key, expectedVersion)
}

const wireNameOf = (field: string) => field.replaceAll(/[A-Z]/g, '_$&').toLowerCase()

function invalid(field: string, reason: string): Error {
  return appError('invalid_argument', { message: `${field} ${reason}.`, detail: { field, reason } })
}
