import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { fieldOf } from '@mtg/primitives'
import { CliError } from '../failure.ts'
import type { VerifiedDocument } from './verify-document.ts'

/** Holds a file against a digest of a receipt: byte for byte, it is what went through the gateway. */
export async function verifyDigest(
  { document }: VerifiedDocument,
  part: 'request' | 'answer',
  file: string,
): Promise<void> {
  const wanted = fieldOf(fieldOf(document, 'digests'), part)
  if (typeof wanted !== 'string') {
    throw new CliError(
      `This receipt has no digest of the ${part}: only calls of keys that were made with digests have one.`,
    )
  }
  if ((await digestOf(file)) !== wanted) {
    throw new CliError(`${file} is not the ${part} of this call: its SHA-256 is another one.`)
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash)
  } catch (thrown) {
    throw new CliError(`${file} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  }
  return hash.digest('base64url')
}
