import { BlockList, isIP } from 'node:net'

/** Says which addresses the gateway may connect to. */
export interface AddressGuard {
  /** Whether an IP address may be connected to; plain http is for addresses that were allowed by name only. */
  permits(address: string, protocol: string): boolean
}

/** What is not the public internet (IANA's special-purpose registries; cloud metadata lies in 169.254.0.0/16). */
const specialIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** All public IPv6 addresses lie in 2000::/3; these parts of it do not count: Teredo, documentation, 6to4. */
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']
const GLOBAL_IPV6 = '2000::/3'

const CIDR = /^([0-9a-fA-F.:]+)\/(\d{1,3})$/

/** Whether a text is an address range such as "10.0.0.0/8". */
export function isCidr(text: string): boolean {
  const [, address = '', prefix = ''] = CIDR.exec(text) ?? []
  const version = isIP(address)
  return version !== 0 && Number(prefix) <= (version === 4 ? 32 : 128)
}

/** Makes a guard. `allowedRanges` are private ranges that publishers may live in all the same. */
export function createAddressGuard(allowedRanges: readonly string[], allowHttp: boolean): AddressGuard {
  const allowed = blockListOf(allowedRanges)
  const special = blockListOf([...specialIpv4, ...specialIpv6])
  const globalIpv6 = blockListOf([GLOBAL_IPV6])
  const isPublic = (address: string, family: 'ipv4' | 'ipv6') =>
    !special.check(address, family) && (family === 'ipv4' || globalIpv6.check(address, family))

  return {
    permits(address, protocol) {
      const version = isIP(address)
      // A zone ("fe80::1%eth0") only exists on link-local addresses.
      if (version === 0 || address.includes('%')) return false
      const family = version === 4 ? 'ipv4' : 'ipv6'
      if (allowed.check(address, family)) return true
      return (protocol === 'https:' || allowHttp) && isPublic(address, family)
    },
  }
}

function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [, address = '', prefix = ''] = CIDR.exec(range) ?? []
    list.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}
