import type { IncomingHttpHeaders } from 'node:http'
import { cookieOf } from '@mtg/logins'

/** The cookie that holds a session's token. */
export interface SessionCookie {
  readonly name: string
  read(headers: IncomingHttpHeaders): string | undefined
  /** The header that sets it. */
  set(token: string, maxAgeSeconds: number): string
  /** The header that takes it away. */
  clear(): string
}

/** With https the name itself makes browsers insist that this origin alone has set it (RFC 6265bis, `__Host-`). */
export function createSessionCookie(options: { readonly isSecure: boolean }): SessionCookie {
  const name = options.isSecure ? '__Host-mtg-session' : 'mtg-session'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${options.isSecure ? '; Secure' : ''}`
  return {
    name,
    read: headers => cookieOf(headers, name),
    set: (token, maxAgeSeconds) => `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}
