import type { IncomingHttpHeaders } from 'node:http'
import { appError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import type { BuyerId } from '@mtg/primitives'
import { fieldLimits } from '@mtg/rpc'
import type { FastifyRequest } from 'fastify'
import type { Auth } from '../clients/auth.ts'
import type { Actor, SessionActor } from '../domain/actor.ts'
import type { ActingOperator } from '../domain/operations.ts'
import { sessionTokens } from '../domain/secret-token.ts'
import { type SessionLifetimes, useSession } from '../store/sessions.ts'
import type { Access } from './api.ts'
import type { SessionCookie } from './session-cookie.ts'

/** What knows who asks. */
export interface AuthenticateDeps {
  readonly db: Database
  readonly auth: Auth
  readonly cookie: SessionCookie
  readonly sessionLifetimes: SessionLifetimes
}

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i
const API_KEY = /^v(?:nb|ai)-sk-[\w-]{8,200}$/
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Who asks, or why they may not use a route that is not for everybody. */
export async function authenticate(
  { headers }: FastifyRequest,
  access: Exclude<Access, 'public'>,
  deps: AuthenticateDeps,
): Promise<Actor> {
  const actor = await actorOf(headers, deps)
  if (access !== 'buyer' && actor.kind !== 'session') throw appError('insufficient_scope')
  if (access === 'operator' && !(await isOperator(actor, deps.auth))) throw appError('operator_required')
  return actor
}

async function isOperator(actor: Actor, auth: Auth): Promise<boolean> {
  return actor.kind === 'session' && (await auth.isOperator(actor.accountId))
}

async function actorOf(headers: IncomingHttpHeaders, deps: AuthenticateDeps): Promise<Actor> {
  if (headers.authorization !== undefined) return { kind: 'key', ...(await keyOf(headers.authorization, deps.auth)) }
  const token = deps.cookie.read(headers)
  if (token === undefined) throw appError('api_key_missing')
  return await sessionOf(token, deps)
}

/** The same answers as the edge's, also for what is plainly no credential. */
async function keyOf(authorization: string, auth: Auth) {
  const credential = BEARER.exec(authorization)?.[1] ?? ''
  const isPlausible =
    credential.length <= fieldLimits.credentialBytesMax && (API_KEY.test(credential) || JWT.test(credential))
  if (!isPlausible) throw appError('api_key_invalid', { detail: { reason: 'not a key and not a token' } })
  return await auth.authenticate(credential)
}

async function sessionOf(token: string, { db, auth, sessionLifetimes }: AuthenticateDeps): Promise<SessionActor> {
  const tokenHash = sessionTokens.hash(token)
  const session = tokenHash && (await useSession(db, tokenHash, sessionLifetimes))
  // The account is asked for anew each time: a suspension or a new right counts at once.
  const account = session && (await auth.account(session.accountId))
  if (session === undefined || account === undefined) throw appError('session_ended')
  const { id: sessionId, shownEmail } = session
  return { kind: 'session', sessionId, ...account, email: shownEmail ?? account.email, isStandIn: shownEmail !== null }
}

/** Who is logged in, on a route for accounts. */
export function sessionIn({ actor }: FastifyRequest): SessionActor {
  if (actor?.kind !== 'session') throw new Error('a route for accounts was reached without a session')
  return actor
}

/** The publisher that who is logged in owns, as auth says. */
export function publisherIn(request: FastifyRequest): string {
  const { publisherUsername } = sessionIn(request)
  if (publisherUsername === undefined) throw appError('not_found', { message: 'This account is not a publisher.' })
  return publisherUsername
}

/** In whose name an operator's route asks the services. */
export function operatorIn(request: FastifyRequest): ActingOperator {
  return { accountId: sessionIn(request).accountId, address: request.ip }
}

/** The buyer whom a request is about, on a route for buyers. */
export function buyerIn({ actor }: FastifyRequest): BuyerId {
  if (actor === undefined) throw new Error('a route for buyers was reached by nobody')
  const { buyerId } = actor
  if (buyerId === undefined) throw appError('not_found', { message: 'This account is not a buyer.' })
  return buyerId
}
