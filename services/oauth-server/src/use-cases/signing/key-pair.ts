import { createPublicKey, generateKeyPair } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { calculateJwkThumbprint } from 'jose'

/** A key pair in the forms in which it is stored. */
export interface KeyPair {
  /** RFC 7638 thumbprint, so that the same key has the same id everywhere. */
  readonly kid: string
  readonly publicJwk: { readonly kty: 'RSA'; readonly n: string; readonly e: string }
  /** PKCS #8, PEM. */
  readonly privatePem: string
}

const MODULUS_BITS = 2048
const generate = promisify(generateKeyPair)

/** Generates an RSA key pair, off the event loop. */
export async function generateSigningKey(): Promise<KeyPair> {
  const { privateKey } = await generate('rsa', { modulusLength: MODULUS_BITS })
  return keyPairOf(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
}

/** Reads a PEM file. Throws when it holds anything but an RSA key of at least 2048 bits. */
export async function readSigningKey(file: string): Promise<KeyPair> {
  try {
    return await keyPairOf(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new Error(`no signing key can be read from ${file}`, { cause })
  }
}

async function keyPairOf(privatePem: string): Promise<KeyPair> {
  const publicKey = createPublicKey(privatePem)
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0
  if (publicKey.asymmetricKeyType !== 'rsa' || bits < MODULUS_BITS) {
    throw new Error(`a signing key must be an RSA key of at least ${MODULUS_BITS} bits`)
  }
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const publicJwk = { kty: 'RSA', n, e } as const
  return { kid: await calculateJwkThumbprint(publicJwk), publicJwk, privatePem }
}
