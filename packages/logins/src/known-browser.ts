import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { cookieOf } from './cookie-of.ts'

/**
 * The cookie of a browser that has logged in to an account: its failures are counted apart, so that strangers who guess
 * at the account cannot keep its owner out. It lets nobody in.
 */
export interface KnownBrowser {
  /** The browser's id, if it has logged in to this account before. */
  read(headers: IncomingHttpHeaders, email: string): string | undefined
  /** The Set-Cookie header after a login. */
  set(email: string): string
}

/** What makes one service's cookie. */
export interface KnownBrowserOptions {
  /** Of the cookie: two services on one host must not overwrite each other's. */
  readonly name: string
  /** Whether browsers reach us by https. */
  readonly isSecure: boolean
  /** Signs what the cookie says: nothing is stored. */
  readonly key: Buffer
}

const LIFETIME_SECONDS = 180 * 24 * 3600
const BROWSER = /^[A-Za-z0-9_-]{22}$/

/** Makes the cookies of one service. */
export function createKnownBrowser({ name: plainName, isSecure, key }: KnownBrowserOptions): KnownBrowser {
  const name = isSecure ? `__Host-${plainName}` : plainName
  const attributes = `Path=/; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const signatureOf = (id: string, email: string) =>
    createHmac('sha256', key).update(`${id}\n${email.trim().toLowerCase()}`).digest()
  return {
    read(headers, email) {
      const [id = '', signature = ''] = (cookieOf(headers, name) ?? '').split('.', 2)
      if (!isBrowserId(id)) return undefined
      const given = Buffer.from(signature, 'base64url')
      const expected = signatureOf(id, email)
      return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined
    },
    set(email) {
      const id = newBrowserId()
      return `${name}=${id}.${signatureOf(id, email).toString('base64url')}; ${attributes}`
    },
  }
}

/** A new value for a browser's cookie. */
export function newBrowserId(): string {
  return randomBytes(16).toString('base64url')
}

/** Whether a cookie's value can be one of ours. */
export function isBrowserId(text: string | undefined): text is string {
  return text !== undefined && BROWSER.test(text)
}
