import type { IncomingMessage } from 'node:http'
import { appError } from '@mtg/errors'
import { noSpan, type Span } from '@mtg/observability'
import { fieldLimits } from '@mtg/rpc'
import type { Principal } from '../clients/auth.ts'
import type { AuthCache } from '../clients/auth-cache.ts'
import type { Strangers } from '../limits/strangers/strangers.ts'

/** Knows callers by their credential, and counts those who have none. */
export interface AuthenticateServices {
  readonly authCache: AuthCache
  readonly strangers: Strangers
}

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i
const API_KEY = /^v(?:nb|ai)-sk-[\w-]{8,200}$/
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/
/** Auth refuses longer ones as well: nothing is hashed, cached or sent on for them. */
const CREDENTIAL_LENGTH_MAX = fieldLimits.credentialBytesMax

/** Says who is calling, from the headers alone: the body of a stranger is not read. A known caller is known at once. */
export function authenticate(
  request: IncomingMessage,
  { authCache, strangers }: AuthenticateServices,
  span: Span = noSpan,
): Principal | Promise<Principal> {
  const { authorization } = request.headers
  const credential = BEARER.exec(authorization ?? '')?.[1] ?? ''
  const isPlausible = credential.length <= CREDENTIAL_LENGTH_MAX && (API_KEY.test(credential) || JWT.test(credential))
  if (isPlausible) return authCache.authenticate(credential, request, span)
  strangers.check(request)
  strangers.failed(request)
  if (authorization === undefined) throw appError('api_key_missing')
  throw appError('api_key_invalid', { detail: { reason: 'not a key and not a token' } })
}
