import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES

/** Encrypts secrets at rest, bound to what they belong to. */
export interface Sealer {
  /** AES-256-GCM with a random nonce; `owner` is authenticated, so a row cannot be given another row's secret. */
  seal(text: string, owner: string): Buffer
  /** Throws `SealBroken` when the bytes were changed, belong to another owner, or were sealed with another key. */
  open(sealed: Uint8Array, owner: string): string
}

/** A sealed value does not open. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
}

/** Makes a sealer of a key of 32 bytes. Layout: version (1 byte), nonce (12), tag (16), ciphertext. */
export function createSealer(key: Buffer): Sealer {
  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), ciphertext])
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed)
      if (bytes[0] !== VERSION) throw new SealBroken(`sealed with unknown version ${bytes[0]}`)
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE_BYTES))
          .setAAD(Buffer.from(owner))
          .setAuthTag(bytes.subarray(1 + NONCE_BYTES, HEAD_BYTES))
        return decipher.update(bytes.subarray(HEAD_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new SealBroken('it was sealed with another ENCRYPTION_KEY, or changed since', { cause })
      }
    },
  }
}
