import { hkdfSync } from 'node:crypto'

const KEY_BYTES = 32

/** One key per purpose, all made from ENCRYPTION_KEY: a value made for one purpose means nothing in another. */
export interface DerivedKeys {
  /** Encrypts messages on their way. */
  readonly messages: Buffer
  /** Encrypts answers that are kept for repetitions. */
  readonly answers: Buffer
  /** Keys the digests of requests, which may hold passwords. */
  readonly requests: Buffer
  /** Signs the cookies of browsers that have logged in. */
  readonly knownBrowsers: Buffer
  /** Hides e-mails and addresses in the names of counters. */
  readonly counters: Buffer
}

/** Derives all keys (HKDF-SHA256). */
export function deriveKeys(encryptionKey: Buffer): DerivedKeys {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', encryptionKey, Buffer.alloc(0), `mtg console: ${purpose}`, KEY_BYTES))
  return {
    messages: derive('messages'),
    answers: derive('kept answers'),
    requests: derive('request digests'),
    knownBrowsers: derive('known browsers'),
    counters: derive('login counters'),
  }
}
