import type { IncomingHttpHeaders } from 'node:http'
import { appError } from '@mtg/errors'
import { noSpan, type Span } from '@mtg/runtime'
import type { AuthCache } from '../auth-cache.ts'
import type { Principal } from '../clients/auth.ts'

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i
const API_KEY = /^v(?:nb|ai)-sk-./
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/
const CREDENTIAL_LENGTH_MAX = 8192

/** Says who is calling, from the headers alone: the body of a stranger is not read. A known caller is known at once. */
export function authenticate(
  headers: IncomingHttpHeaders,
  cache: AuthCache,
  span: Span = noSpan,
): Principal | Promise<Principal> {
  const { authorization } = headers
  if (authorization === undefined) throw appError('api_key_missing')
  const credential = BEARER.exec(authorization)?.[1] ?? ''
  const isPlausible = credential.length <= CREDENTIAL_LENGTH_MAX && (API_KEY.test(credential) || JWT.test(credential))
  if (!isPlausible) throw appError('api_key_invalid', { detail: { reason: 'not a key and not a token' } })
  return cache.authenticate(credential, span)
}
