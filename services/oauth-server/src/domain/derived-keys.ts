import { hkdfSync } from 'node:crypto'

const KEY_BYTES = 32

/** One key per purpose, all made from ENCRYPTION_KEY: a value made for one purpose means nothing in another. */
export interface DerivedKeys {
  /** Encrypts private signing keys. */
  readonly sealing: Buffer
  /** Authenticates the login form. */
  readonly requestTokens: Buffer
  /** Makes buyers' pseudonyms. */
  readonly pseudonyms: Buffer
  /** Hides e-mails and addresses in the names of counters. */
  readonly counters: Buffer
  /** Signs the cookies of browsers that have logged in. */
  readonly knownBrowsers: Buffer
}

/** Derives all keys (HKDF-SHA256). */
export function deriveKeys(encryptionKey: Buffer): DerivedKeys {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', encryptionKey, Buffer.alloc(0), `mtg oauth-server: ${purpose}`, KEY_BYTES))
  return {
    sealing: derive('signing keys'),
    requestTokens: derive('request tokens'),
    pseudonyms: derive('buyer pseudonyms'),
    counters: derive('login counters'),
    knownBrowsers: derive('known browsers'),
  }
}
