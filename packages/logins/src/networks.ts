import { isIPv6 } from 'node:net'

/** The network an address belongs to: one home or host has a whole IPv6 /64. */
export function networkOf(address: string): string {
  return mappedIpv4(address) ?? (isIPv6(address) ? groupsOf(address).slice(0, 4).join(':') : address)
}

/** The wider network: IPv4 /24 and IPv6 /48, which one customer of a provider can have all of. */
export function wideNetworkOf(address: string): string {
  const ipv4 = mappedIpv4(address) ?? (isIPv6(address) ? undefined : address)
  return ipv4 === undefined ? groupsOf(address).slice(0, 3).join(':') : ipv4.split('.').slice(0, 3).join('.')
}

/** An IPv4 address that is written as IPv6. */
function mappedIpv4(address: string): string | undefined {
  return /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1]
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ? tail.split(':') : [])]
  return all.map(group => Number.parseInt(group, 16).toString(16))
}
