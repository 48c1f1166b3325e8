import type { ConnectionOptions } from 'nats'

/** What the URL of NATS says about connecting. */
export type NatsAddress = Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'token' | 'tls'>

/**
 * Reads `nats://host:4222`, or several with commas between, for the client, which knows hosts and ports only.
 * `user:password@` or `token@` before a host logs in, at every server; `tls://` refuses a server without TLS.
 */
export function parseNatsUrls(text: string): NatsAddress {
  const urls = text.split(',').map(part => new URL(part.trim()))
  const login = urls.find(({ username }) => username !== '')
  return {
    servers: urls.map(({ host }) => host),
    ...(login !== undefined && credentialsOf(login)),
    ...(urls.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
  }
}

function credentialsOf({ username, password }: URL): NatsAddress {
  if (password === '') return { token: decodeURIComponent(username) }
  return { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
}

/** Where answers come to: below the name of who asks, so that nobody can listen to those of others. */
export const inboxPrefixOf = (name: string) => `_INBOX.${name}`
