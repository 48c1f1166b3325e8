/** A host and a port. */
export interface Address {
  /** A name or an IP address; IPv6 without brackets. */
  readonly host: string
  readonly port: number
}

/** Reads "host:port"; the host of "[::1]:80" is "::1". */
export function splitAddress(text: string): Address {
  const colon = text.lastIndexOf(':')
  return { host: text.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(text.slice(colon + 1)) }
}

/** Writes "host:port", an IPv6 host in brackets. */
export function joinAddress({ host, port }: Address): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}
