import { createHmac, randomBytes } from 'node:crypto'
import { type AppError, appError } from '@mtg/errors'
import type { KeyId } from '@mtg/primitives'

const keyPrefixes = ['vnb-sk-', 'vai-sk-'] as const

/** What a key is for (spec "API key"): a buyer's service keys, or ambient keys of automated workflows. */
export type KeyPrefix = (typeof keyPrefixes)[number]

// Generated keys have 43 characters after the prefix; hand-written ones in marketplace files may be shorter.
const KEY_PATTERN = /^(?:vnb-sk-|vai-sk-)[A-Za-z0-9_-]{8,200}$/

/** What of a key may be stored and shown. */
export interface KeyParts {
  readonly prefix: KeyPrefix
  readonly lastFour: string
}

/** The parts of a well-formed key; undefined for anything else. */
export function parseApiKey(text: string): KeyParts | undefined {
  const prefix = KEY_PATTERN.test(text) ? keyPrefixes.find(each => text.startsWith(each)) : undefined
  return prefix === undefined ? undefined : { prefix, lastFour: text.slice(-4) }
}

/** A new key of 256 random bits. */
export function generateApiKey(prefix: KeyPrefix): string {
  return prefix + randomBytes(32).toString('base64url')
}

/**
 * The stored form of a key. Keys are random, so a fast keyed hash is enough, and an index on it is no timing oracle:
 * who does not know the pepper cannot choose digests.
 */
export function digestApiKey(pepper: Buffer, key: string): Buffer {
  return createHmac('sha256', pepper).update(key).digest()
}

/** A key as it is kept: nobody can tell its text from it. */
export interface StoredKey extends KeyParts {
  readonly digest: Uint8Array<ArrayBuffer>
}

/** The form in which a well-formed key is kept. */
export function storedKeyOf(pepper: Buffer, text: string): StoredKey {
  const parts = parseApiKey(text)
  if (parts === undefined) throw new Error('a key that is not well formed cannot be kept')
  return { digest: new Uint8Array(digestApiKey(pepper, text)), ...parts }
}

/** Whether the time has come; a key without one lasts. From that very millisecond on the key does not work. */
export function hasExpired(expiresAtMs: number | undefined, nowMs: number): expiresAtMs is number {
  return expiresAtMs !== undefined && expiresAtMs <= nowMs
}

/** The refusal of a key that has expired. */
export function keyExpired(keyId: KeyId, expiresAtMs: number): AppError {
  const expiredAt = new Date(expiresAtMs).toISOString()
  return appError('api_key_expired', {
    message: `The API key expired at ${expiredAt}: its owner can make another one, or give it more time.`,
    detail: { keyId },
  })
}
