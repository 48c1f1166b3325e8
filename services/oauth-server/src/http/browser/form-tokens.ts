import type { IncomingHttpHeaders } from 'node:http'
import { newBrowserId } from '@mtg/logins'
import type { Clock } from '@mtg/primitives'
import { createSealer } from '@mtg/runtime'
import type { Parameters } from '../../domain/parameters.ts'
import { openRequest, sealRequest } from '../../domain/request-token.ts'
import { createFormCookie } from './form-cookie.ts'

/** The authorization request that a login form carries, bound to the browser that got the form. */
export interface FormTokens {
  /** The token to put into the form, and the Set-Cookie header that must go with it. */
  issue(headers: IncomingHttpHeaders, parameters: Parameters): { readonly token: string; readonly setCookie: string }
  /** What the token holds; undefined when it is not good, or not good in this browser. */
  open(headers: IncomingHttpHeaders, token: string): Parameters | undefined
}

/** `secure`: whether browsers reach us by https. */
export function createFormTokens(key: Buffer, clock: Clock, { secure }: { readonly secure: boolean }): FormTokens {
  const sealer = createSealer(key)
  const cookie = createFormCookie({ secure })
  return {
    issue(headers, parameters) {
      const browser = cookie.read(headers) ?? newBrowserId()
      const token = sealRequest(sealer, browser, parameters, clock.nowMs())
      return { token, setCookie: cookie.set(browser) }
    },
    open(headers, token) {
      const browser = cookie.read(headers)
      return browser === undefined ? undefined : openRequest(sealer, browser, token, clock.nowMs())
    },
  }
}
