import { createHmac, randomBytes } from 'node:crypto'

/** What a key is for (spec "API key"): a buyer's service keys, or ambient keys of automated workflows. */
export type KeyPrefix = 'vnb-sk-' | 'vai-sk-'

// Generated keys have 43 characters after the prefix; hand-written ones in marketplace files may be shorter.
const KEY_PATTERN = /^(vnb-sk-|vai-sk-)[A-Za-z0-9_-]{8,200}$/

/** What of a key may be stored and shown. */
export interface KeyParts {
  readonly prefix: KeyPrefix
  readonly lastFour: string
}

/** The parts of a well-formed key; undefined for anything else. */
export function parseApiKey(text: string): KeyParts | undefined {
  const prefix = KEY_PATTERN.exec(text)?.[1]
  return prefix === undefined ? undefined : { prefix: prefix as KeyPrefix, lastFour: text.slice(-4) }
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
