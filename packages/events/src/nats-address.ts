import { readFileSync } from 'node:fs'
import { type ConnectionOptions, credsAuthenticator } from 'nats'

/** What the URL of NATS says about connecting. */
export type NatsAddress = Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'token' | 'tls' | 'authenticator'>

/** Files that a URL may name, and what they are to the client. */
const FILES = { ca: 'caFile', cert: 'certFile', key: 'keyFile' } as const
const PARAMETERS = ['creds', ...Object.keys(FILES)]

/**
 * Reads `nats://host:4222`, or several with commas between, for the client, which knows hosts and ports only.
 * `user:password@` or `token@` before a host logs in, at every server; `tls://` refuses a server without TLS.
 * Files are named as parameters of any of the URLs and hold for all: `?creds=FILE` has a user's JWT and seed,
 * `?cert=FILE&key=FILE` a certificate to log in with, `?ca=FILE` whose certificates servers may have. They are read again for
 * each new connection, so that what replaces them is used by itself.
 */
export function parseNatsUrls(text: string): NatsAddress {
  const urls = text.split(',').map(part => new URL(part.trim()))
  const login = urls.find(({ username }) => username !== '')
  const files = filesIn(urls)
  const tls = Object.fromEntries(
    Object.entries(FILES).flatMap(([name, option]) => (files.has(name) ? [[option, files.get(name)]] : [])),
  )
  const creds = files.get('creds')
  return {
    servers: urls.map(({ host }) => host),
    ...(login !== undefined && credentialsOf(login)),
    ...(creds !== undefined && { authenticator: credsAuthenticator(() => readFileSync(creds)) }),
    ...((urls.some(({ protocol }) => protocol === 'tls:') || Object.keys(tls).length > 0) && { tls }),
  }
}

function filesIn(urls: readonly URL[]): ReadonlyMap<string, string> {
  const files = new Map(urls.flatMap(({ searchParams }) => [...searchParams]))
  const unknown = [...files.keys()].find(name => !PARAMETERS.includes(name))
  if (unknown !== undefined) throw new Error(`the URL of NATS has "${unknown}": known are ${PARAMETERS.join(', ')}`)
  if (files.has('cert') !== files.has('key')) throw new Error('the URL of NATS needs both cert and key, or neither')
  return files
}

function credentialsOf({ username, password }: URL): NatsAddress {
  if (password === '') return { token: decodeURIComponent(username) }
  return { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
}

/** Where answers come to: below the name of who asks, so that nobody can listen to those of others. */
export const inboxPrefixOf = (name: string) => `_INBOX.${name}`
