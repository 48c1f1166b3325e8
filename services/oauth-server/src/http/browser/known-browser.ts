import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isBrowserId, newBrowserId } from '../../domain/request-token.ts'
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

const LIFETIME_SECONDS = 180 * 24 * 3600

/** `secure`: whether browsers reach us by https. Nothing is stored: what the cookie says is signed with the key. */
export function createKnownBrowser({ secure, key }: { readonly secure: boolean; readonly key: Buffer }): KnownBrowser {
  const name = secure ? '__Host-mtg-known' : 'mtg-known'
  const attributes = `Path=/; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const signatureOf = (id: string, email: string) =>
    createHmac('sha256', key).update(`${id}\n${email.trim().toLowerCase()}`).digest()
  return {
    read(headers, email) {
      const [id, signature = ''] = (cookieOf(headers, name) ?? '').split('.', 2)
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
