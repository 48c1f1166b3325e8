import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import type { AddressGuard } from './addresses.ts'

/** The address of a publisher's server is one that the gateway must not connect to. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  readonly code = 'FORBIDDEN_ADDRESS'
}

type Resolve = typeof resolve

/**
 * Opens connections to publishers. The guard sits where the connection is made: the very addresses that a name resolved
 * to are checked and connected to, so a second answer of the name server cannot slip in between. One bad address among
 * several refuses the name: an honest name has none.
 */
export function createConnector(
  guard: AddressGuard,
  timeoutMs: number,
  resolveName: Resolve = resolve,
): buildConnector.connector {
  const connectorFor = (protocol: string) =>
    buildConnector({
      timeout: timeoutMs,
      allowH2: false,
      keepAliveInitialDelay: 10_000,
      lookup: guardedLookup(guard, protocol, resolveName),
    })
  const plain = connectorFor('http:')
  const secure = connectorFor('https:')
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    // The lookup is not asked for a literal address.
    if (isIP(host) !== 0 && !guard.permits(host, options.protocol)) {
      callback(new ForbiddenAddress(`${options.protocol}//${options.hostname} is not permitted`), null)
      return
    }
    const connect = options.protocol === 'https:' ? secure : plain
    connect(options, callback)
  }
}

function guardedLookup(guard: AddressGuard, protocol: string, resolveName: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (failure, addresses) => {
      if (failure) return callback(failure, '')
      const forbidden = addresses.find(({ address }) => !guard.permits(address, protocol))
      const [first] = addresses
      if (first === undefined || forbidden !== undefined) {
        return callback(new ForbiddenAddress(`${protocol}//${hostname} (${forbidden?.address}) is not permitted`), '')
      }
      if (options.all) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }
}
