import { readFileSync } from 'node:fs'
import { fieldOf } from '@mtg/primitives'
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { CliError } from '../failure.ts'

const TIMEOUT_MS = 10_000
const KEYS_BYTES_MAX = 256 * 1024

/** The keys of a JWKS, from a file or from where they are served. */
export async function readKeys(source: string): Promise<JWTVerifyGetKey> {
  const text = /^https?:\/\//.test(source) ? await fetched(source) : read(source)
  const keys = parsed(text, source)
  try {
    return createLocalJWKSet(keys)
  } catch (cause) {
    throw new CliError(`${source} is no JWKS: ${messageOf(cause)}`)
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (thrown) {
    throw new CliError(`The keys cannot be read: ${messageOf(thrown)}`)
  }
}

async function fetched(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`answered ${response.status}`)
    return await response.text()
  } catch (thrown) {
    throw new CliError(`The keys cannot be fetched from ${url}: ${messageOf(thrown)}`)
  }
}

function parsed(text: string, source: string): JSONWebKeySet {
  if (text.length > KEYS_BYTES_MAX) throw new CliError(`${source} is no JWKS: it is too large.`)
  try {
    const keys: unknown = JSON.parse(text)
    if (!Array.isArray(fieldOf(keys, 'keys'))) throw new Error('it has no keys')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- jose checks each key when it is used
    return keys as JSONWebKeySet
  } catch (thrown) {
    throw new CliError(`${source} is no JWKS: ${messageOf(thrown)}`)
  }
}

const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown))
