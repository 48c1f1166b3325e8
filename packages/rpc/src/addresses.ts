import { lookup } from 'node:dns/promises'
import { type Address, joinAddress } from '@mtg/primitives'

/** Told which "host:port" addresses there are, and which there are no longer. */
export interface AddressListener {
  appeared(address: string): void
  gone(address: string): void
}

/** Resolves a host name to all its IP addresses. */
export type Resolve = (host: string) => Promise<readonly string[]>

const DNS_FORM = /^dns:\/\/\/(?<host>[^:/]+):(?<port>\d{1,5})$/
const RESOLVE_INTERVAL_MS = 2000

/** As the machine resolves names: hosts file, search domains and all. */
const resolveAll: Resolve = async host => (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * Follows a comma list of addresses. "host:port" stays as it is; "dns:///host:port" stands for every address that the
 * name has at the time, asked for every two seconds: the replicas behind a headless Service. While the name cannot be
 * resolved what was known stays.
 */
export function followAddresses(
  list: string,
  listener: AddressListener,
  resolve: Resolve = resolveAll,
  intervalMs = RESOLVE_INTERVAL_MS,
): { close(): void } {
  const followers = partsOf(list).flatMap(part => {
    const { host, port } = DNS_FORM.exec(part)?.groups ?? {}
    if (host !== undefined) return followName({ host, port: Number(port) }, listener, resolve, intervalMs)
    listener.appeared(part)
    return []
  })
  return {
    close() {
      for (const stop of followers) stop()
    },
  }
}

/** Every address of such a list as it is now. Rejects when a name cannot be resolved. */
export async function addressesNow(list: string, resolve: Resolve = resolveAll): Promise<string[]> {
  const found = partsOf(list).map(async part => {
    const { host, port } = DNS_FORM.exec(part)?.groups ?? {}
    if (host === undefined) return [part]
    return (await resolve(host)).map(address => joinAddress({ host: address, port: Number(port) }))
  })
  return (await Promise.all(found)).flat()
}

const partsOf = (list: string): string[] =>
  list
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')

function followName(
  { host, port }: Address,
  listener: AddressListener,
  resolve: Resolve,
  intervalMs: number,
): () => void {
  let known = new Set<string>()
  let closed = false
  const update = (hosts: readonly string[]) => {
    if (closed || hosts.length === 0) return
    const current = new Set(hosts.map(found => joinAddress({ host: found, port })))
    const before = known
    known = current
    // New ones first: somebody must be there to take over.
    for (const address of current) if (!before.has(address)) listener.appeared(address)
    for (const address of before) if (!current.has(address)) listener.gone(address)
  }
  const ask = () => void resolve(host).then(update, () => {})
  ask()
  const timer = setInterval(ask, intervalMs).unref()
  return () => {
    closed = true
    clearInterval(timer)
  }
}
