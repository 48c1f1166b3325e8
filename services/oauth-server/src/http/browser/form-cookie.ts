import type { IncomingHttpHeaders } from 'node:http'
import { isBrowserId } from '../../domain/request-token.ts'

/** The random cookie that ties a form to the browser that got it. It identifies nobody. */
export interface BrowserCookie {
  /** The browser's value, if it sent one of ours. */
  read(headers: IncomingHttpHeaders): string | undefined
  /** The Set-Cookie header that gives the browser a value. */
  set(value: string): string
}

const LIFETIME_SECONDS = 600

/** `secure`: whether browsers reach us by https. Without it the prefix that keeps other hosts out cannot be used. */
export function createBrowserCookie({ secure }: { readonly secure: boolean }): BrowserCookie {
  const name = secure ? '__Host-mtg-authorize' : 'mtg-authorize'
  const attributes = `Path=/; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    read(headers) {
      const value = cookieOf(headers, name)
      return isBrowserId(value) ? value : undefined
    },
    set: value => `${name}=${value}; ${attributes}`,
  }
}

/** The first cookie of this name. */
export function cookieOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const pair = (headers.cookie ?? '')
    .split(';')
    .map(part => part.trim())
    .find(part => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
