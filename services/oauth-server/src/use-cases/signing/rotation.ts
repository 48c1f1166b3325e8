import type { Database, Queryable } from '@mtg/postgres'
import type { Sealer } from '@mtg/runtime'
import { currentKey, publishedKeys } from '../../domain/signing-key-schedule.ts'
import {
  activateSigningKey,
  expireSigningKey,
  findSigningKeys,
  insertSigningKey,
  lockSigningKeys,
  type StoredKeys,
  signingKeyExists,
} from '../../store/signing-keys.ts'
import { generateSigningKey, type KeyPair } from './key-pair.ts'

/** Where the keys are stored, and for how long each does what. */
export interface RotationDeps {
  readonly db: Database
  readonly sealer: Sealer
  /** How long a key must have been published before it signs. */
  readonly leadMs: number
  /** How long a key stays published after it signed last: longer than any token lives. */
  readonly overlapMs: number
  /** How long a key signs. */
  readonly lifetimeMs: number
}

/** Makes sure that one key signs and another one is published to follow. Any number of replicas may call it at once. */
export async function ensureSigningKeys(deps: RotationDeps): Promise<StoredKeys> {
  const stored = await findSigningKeys(deps.db)
  return isComplete(stored) ? stored : changeKeys(deps, async () => {})
}

/** Lets a key from outside sign, unless it was known already: at once when there is no other, else after the lead. */
export async function adoptSigningKey(deps: RotationDeps, given: KeyPair): Promise<void> {
  if (await signingKeyExists(deps.db, given.kid)) return
  await changeKeys(deps, async (tx, stored) => {
    if (await signingKeyExists(tx, given.kid)) return
    const atMs = currentKey(stored.keys, stored.nowMs) === undefined ? stored.nowMs : stored.nowMs + deps.leadMs
    await retire(deps, tx, stored, atMs)
    await publish(deps, tx, given, atMs)
  })
}

/** Rotates when the current key has signed for its lifetime. */
export async function rotateWhenDue(deps: RotationDeps, stored: StoredKeys): Promise<StoredKeys> {
  return isDue(deps, stored) ? rotate(deps, isDue) : stored
}

/** Lets the next key sign once it was published long enough. A rotation that is under way stays as it is. */
export function rotateSigningKey(deps: RotationDeps): Promise<StoredKeys> {
  return rotate(deps, () => true)
}

function rotate(
  deps: RotationDeps,
  mayRotate: (deps: RotationDeps, stored: StoredKeys) => boolean,
): Promise<StoredKeys> {
  return changeKeys(deps, async tx => {
    // A rotation may have taken effect a moment ago, and nobody has made the key after it yet.
    const stored = await completeKeys(deps, tx)
    const next = followerOf(stored)
    if (next === undefined || next.activatesAtMs !== undefined || !mayRotate(deps, stored)) return
    const atMs = Math.max(stored.nowMs, next.createdAtMs + deps.leadMs)
    await retire(deps, tx, stored, atMs)
    await activateSigningKey(tx, next.kid, atMs)
  })
}

/** Takes the current key and its tokens out of service at once. */
export function replaceCompromisedKey(deps: RotationDeps): Promise<StoredKeys> {
  return changeKeys(deps, async (tx, stored) => {
    const current = currentKey(stored.keys, stored.nowMs)
    const next = followerOf(stored)
    if (current !== undefined) await expireSigningKey(tx, current.kid, stored.nowMs)
    if (next !== undefined) await activateSigningKey(tx, next.kid, stored.nowMs)
  })
}

type Change = (tx: Queryable, stored: StoredKeys) => Promise<void>

/** Runs one change at a time over all replicas, then makes the keys that are missing, and answers with all. */
function changeKeys(deps: RotationDeps, change: Change): Promise<StoredKeys> {
  return deps.db.transaction(async tx => {
    await lockSigningKeys(tx)
    await change(tx, await findSigningKeys(tx))
    return completeKeys(deps, tx)
  })
}

async function completeKeys(deps: RotationDeps, tx: Queryable): Promise<StoredKeys> {
  const stored = await findSigningKeys(tx)
  if (isComplete(stored)) return stored
  const isSigning = currentKey(stored.keys, stored.nowMs) !== undefined
  if (!isSigning) await publish(deps, tx, await generateSigningKey(), stored.nowMs)
  if (followerOf(stored) === undefined) await publish(deps, tx, await generateSigningKey(), undefined)
  return findSigningKeys(tx)
}

function publish(deps: RotationDeps, tx: Queryable, pair: KeyPair, activatesAtMs: number | undefined): Promise<void> {
  const { kid, publicJwk } = pair
  return insertSigningKey(tx, {
    kid,
    publicJwk,
    sealedPrivate: deps.sealer.seal(pair.privatePem, kid),
    activatesAtMs,
  })
}

/** Every key that signs or would have signed before `atMs` ends some time after it. */
async function retire(deps: RotationDeps, tx: Queryable, stored: StoredKeys, atMs: number): Promise<void> {
  const retiring = publishedKeys(stored.keys, stored.nowMs).filter(key => key.activatesAtMs !== undefined)
  for (const key of retiring) await expireSigningKey(tx, key.kid, atMs + deps.overlapMs)
}

/** The key that will sign after the current one: decided already, or the one that waits. */
function followerOf({ keys, nowMs }: StoredKeys) {
  const waiting = publishedKeys(keys, nowMs).filter(key => (key.activatesAtMs ?? Number.POSITIVE_INFINITY) > nowMs)
  return waiting.find(key => key.activatesAtMs !== undefined) ?? waiting[0]
}

function isComplete(stored: StoredKeys): boolean {
  return currentKey(stored.keys, stored.nowMs) !== undefined && followerOf(stored) !== undefined
}

function isDue(deps: RotationDeps, stored: StoredKeys): boolean {
  const begunAtMs = currentKey(stored.keys, stored.nowMs)?.activatesAtMs
  return begunAtMs !== undefined && stored.nowMs - begunAtMs > deps.lifetimeMs
}
