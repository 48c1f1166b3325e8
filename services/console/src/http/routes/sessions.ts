import { appError } from '@mtg/errors'
import type { KnownBrowser } from '@mtg/logins'
import { Type } from 'typebox'
import { endSession, listSessions } from '../../store/sessions.ts'
import type { AccountDeps } from '../../use-cases/accounts/accounts.ts'
import { logIn } from '../../use-cases/accounts/log-in.ts'
import type { Api } from '../api.ts'
import { sessionIn } from '../authenticate.ts'
import { closed, Email, Id, IdParams, Password, Time } from '../schemas/values.ts'
import type { SessionCookie } from '../session-cookie.ts'
import { OwnAccountBody, shownAccount } from './shown-account.ts'

/** What sessions stand on. */
export interface SessionRouteDeps extends AccountDeps {
  readonly cookie: SessionCookie
  readonly knownBrowser: KnownBrowser
}

const SessionBody = Type.Object({
  id: Id,
  current: Type.Boolean({ description: 'Whether it is the one that asks' }),
  userAgent: Type.String(),
  createdAt: Time,
  lastUsedAt: Time,
  expiresAt: Time,
})

/** Logging in and out, and the sessions of an account. */
export function sessionRoutes(api: Api, deps: SessionRouteDeps): void {
  addLogIn(api, deps)
  addLogOut(api, deps)
  addSessions(api, deps)
}

function addLogIn(api: Api, deps: SessionRouteDeps): void {
  const { cookie, knownBrowser, sessionLifetimes } = deps
  api.post(
    '/session',
    {
      config: { access: 'public', isNeverKept: true },
      schema: {
        operationId: 'logIn',
        tags: ['Account'],
        summary: 'Logs in: the answer sets the cookie of the session.',
        body: Type.Object({ email: Email, password: Password }, closed),
        response: { 201: OwnAccountBody },
      },
    },
    async ({ body: { email, password }, ip, headers }, reply) => {
      const userAgent = headers['user-agent'] ?? ''
      const browser = knownBrowser.read(headers, email)
      const { account, token } = await logIn(deps, { email, password, address: ip, browser, userAgent })
      reply.header('set-cookie', cookie.set(token, sessionLifetimes.lifetimeSeconds))
      if (account.isEmailVerified) reply.header('set-cookie', knownBrowser.set(email))
      const operator = await deps.auth.isOperator(account.accountId)
      return await reply.code(201).send({ ...shownAccount(account), operator })
    },
  )
}

function addLogOut(api: Api, { db, cookie }: SessionRouteDeps): void {
  api.delete(
    '/session',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'logOut',
        tags: ['Account'],
        summary: 'Logs out.',
        response: { 204: Type.Null({ description: 'Done' }) },
      },
    },
    async (request, reply) => {
      const { accountId, sessionId } = sessionIn(request)
      await endSession(db, accountId, sessionId)
      return await reply.code(204).header('set-cookie', cookie.clear()).send(null)
    },
  )
}

function addSessions(api: Api, { db }: SessionRouteDeps): void {
  api.get(
    '/sessions',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'listSessions',
        tags: ['Account'],
        summary: 'Where the account is logged in, newest first; at most 50.',
        response: { 200: Type.Object({ items: Type.Array(SessionBody), nextPageToken: Type.Null() }) },
      },
    },
    async request => {
      const { accountId, sessionId } = sessionIn(request)
      const sessions = await listSessions(db, accountId)
      const items = sessions.map(({ id, userAgent, ...times }) => ({
        id,
        current: id === sessionId,
        userAgent,
        createdAt: times.createdAt.toISOString(),
        lastUsedAt: times.lastUsedAt.toISOString(),
        expiresAt: times.expiresAt.toISOString(),
      }))
      return { items, nextPageToken: null }
    },
  )
  api.delete(
    '/sessions/:id',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'endSession',
        tags: ['Account'],
        summary: 'Ends one session.',
        params: IdParams,
        response: { 204: Type.Null({ description: 'Done' }) },
      },
    },
    async (request, reply) => {
      const isEnded = await endSession(db, sessionIn(request).accountId, request.params.id)
      if (!isEnded) throw appError('not_found', { message: 'There is no such session.' })
      return await reply.code(204).send(null)
    },
  )
}
