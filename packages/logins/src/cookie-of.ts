import type { IncomingHttpHeaders } from 'node:http'

/** The first cookie of this name. */
export function cookieOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const pair = (headers.cookie ?? '')
    .split(';')
    .map(part => part.trim())
    .find(part => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
