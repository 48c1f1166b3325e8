import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

const GROUPS = 8
/** What one caller gets of IPv6: 64 bits are the network. */
const NETWORK_GROUPS = 4
const MAPPED = '::ffff:'
const LENGTH_MAX = 64

/**
 * Who is counted when nobody says who they are: the caller's IPv4 address, or its IPv6 network. Behind a proxy that
 * vouches for `X-Forwarded-For` that is the last address in it, the one that the proxy itself has seen.
 */
export function addressOf(request: IncomingMessage, trustForwardedFor: boolean): string {
  const given = trustForwardedFor ? request.headers['x-forwarded-for'] : undefined
  if (given === undefined) return networkOf(request.socket.remoteAddress)
  const seen = String(given)
  return networkOf(seen.slice(seen.lastIndexOf(',') + 1).trim())
}

/** An address as it is counted. */
export function networkOf(address = ''): string {
  if (address.startsWith(MAPPED) && address.includes('.')) return address.slice(MAPPED.length)
  if (!isIPv6(address)) return withoutPort(address).slice(0, LENGTH_MAX)
  const [head = '', tail] = address.split('::')
  const groups = groupsOf(head)
  const zeros = tail === undefined ? 0 : GROUPS - groups.length - groupsOf(tail).length
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...groupsOf(tail ?? '')]
  const network = all.slice(0, NETWORK_GROUPS).map(group => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

const groupsOf = (text: string) => (text === '' ? [] : text.split(':'))

/** Some proxies name the port as well. */
function withoutPort(address: string): string {
  const colon = address.indexOf(':')
  return colon === -1 ? address : address.slice(0, colon)
}
