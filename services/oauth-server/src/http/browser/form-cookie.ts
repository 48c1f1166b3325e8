import type { IncomingHttpHeaders } from 'node:http'
import { cookieOf, isBrowserId } from '@mtg/logins'

/** The random cookie that ties a form to the browser that got it. It identifies nobody. */
export interface FormCookie {
  /** The browser's value, if it sent one of ours. */
  read(headers: IncomingHttpHeaders): string | undefined
  /** The Set-Cookie header that gives the browser a value. */
  set(value: string): string
}

const LIFETIME_SECONDS = 600

/** `secure`: whether browsers reach us by https. Without it the prefix that keeps other hosts out cannot be used. */
export function createFormCookie({ secure }: { readonly secure: boolean }): FormCookie {
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
