/** A public signing key as the JWKS has it (spec: these six members, all texts). */
export interface PublicSigningKey {
  readonly kty: 'RSA'
  readonly use: 'sig'
  readonly alg: 'RS256'
  readonly kid: string
  readonly n: string
  readonly e: string
}

/** When a key begins to sign and when it leaves the JWKS, in milliseconds on any one clock; undefined: not decided. */
export interface KeyTimes {
  readonly activatesAtMs: number | undefined
  readonly expiresAtMs: number | undefined
}

/** What a key is for at a moment. */
export type KeyState = 'next' | 'current' | 'retiring'

/** The keys that may be published at a moment. */
export function publishedKeys<Key extends KeyTimes>(keys: readonly Key[], nowMs: number): Key[] {
  return keys.filter(key => key.expiresAtMs === undefined || key.expiresAtMs > nowMs)
}

/** The key that signs at a moment: of those whose time has come, the one whose time came last. */
export function currentKey<Key extends KeyTimes>(keys: readonly Key[], nowMs: number): Key | undefined {
  const active = publishedKeys(keys, nowMs).filter(key => hasBegun(key, nowMs))
  return active.sort((a, b) => beginOf(b) - beginOf(a))[0]
}

/** What the key is for at a moment, given all keys. */
export function stateOf<Key extends KeyTimes>(key: Key, keys: readonly Key[], nowMs: number): KeyState {
  if (!hasBegun(key, nowMs)) return 'next'
  return key === currentKey(keys, nowMs) ? 'current' : 'retiring'
}

const beginOf = (key: KeyTimes) => key.activatesAtMs ?? Number.POSITIVE_INFINITY

const hasBegun = (key: KeyTimes, nowMs: number) => beginOf(key) <= nowMs
