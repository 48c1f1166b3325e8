import { createKnownBrowser, type KnownBrowser } from '@mtg/logins'
import type { Metrics } from '@mtg/observability'
import { pageHeaders, sendPage } from '@mtg/pages'
import type { Database } from '@mtg/postgres'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { OauthError, oauthError } from '../../domain/oauth-error.ts'
import type { Parameters } from '../../domain/parameters.ts'
import { cspSourceOf, withParameters } from '../../domain/redirect-uri.ts'
import { createLoginCounter } from '../../observe/logins.ts'
import { issueCode } from '../../use-cases/authorize/issue-code.ts'
import {
  type AuthorizationRequest,
  readAuthorizationRequest,
} from '../../use-cases/authorize/read-authorization-request.ts'
import { countLogins } from '../../use-cases/login/count-logins.ts'
import { createLogIn, type LogIn, type LogInDeps } from '../../use-cases/login/log-in.ts'
import { queryOf, readForm, readQuery } from '../body.ts'
import { checkFormOrigin } from '../browser/check-form-origin.ts'
import { pickRequest, requestOf } from '../browser/form-request.ts'
import { createFormTokens, type FormTokens } from '../browser/form-tokens.ts'
import { wantsPage } from '../browser/wants-page.ts'
import type { Endpoint } from '../endpoint.ts'
import { sendOauthError, withRetryAfter } from '../respond.ts'
import { errorPage } from '../views/error-page.ts'
import { loginPage } from '../views/login-page.ts'

/** What a code is issued from, and the keys of form and cookie. */
export interface AuthorizeDeps extends LogInDeps {
  readonly db: Database
  readonly metrics: Metrics
  readonly issuer: string
  readonly codeTtlSeconds: number
  readonly requestTokenKey: Buffer
  readonly knownBrowserKey: Buffer
}

/** What both methods work with. */
interface Context extends AuthorizeDeps {
  readonly formTokens: FormTokens
  readonly knownBrowser: KnownBrowser
  readonly logIn: LogIn
}

/** GET and POST /authorize: the page for login and consent, and what it sends back. */
export function authorizeEndpoint(deps: AuthorizeDeps): Endpoint {
  const secure = deps.issuer.startsWith('https:')
  const context = {
    ...deps,
    formTokens: createFormTokens(deps.requestTokenKey, deps.clock, { secure }),
    knownBrowser: createKnownBrowser({ name: 'mtg-known', isSecure: secure, key: deps.knownBrowserKey }),
    logIn: countLogins(createLogIn(deps), createLoginCounter(deps.metrics)),
  }
  return {
    name: 'authorize',
    path: '/authorize',
    cors: false,
    methods: {
      GET: (request, reply) => showLogin(context, request, reply),
      POST: (request, reply) => answerLogin(context, request, reply),
    },
    sendError: sendFailure,
  }
}

async function showLogin(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const parameters = pickRequest(readQuery(request))
  const authorization = await readAuthorizationRequest(parameters, context.accounts)
  note(request, authorization)
  return sendLogin(context, request, reply, { parameters, authorization, status: 200 })
}

async function answerLogin(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (queryOf(request) !== '') throw oauthError('invalid_request', { description: 'Send parameters in the form only.' })
  const form = readForm(request)
  checkFormOrigin(request.headers, context.issuer, form.has('request_token'))
  const parameters = requestOf(form, token => context.formTokens.open(request.headers, token))
  const authorization = await readAuthorizationRequest(parameters, context.accounts)
  note(request, authorization)
  if (form.get('decision') === 'deny') return redirect(context, reply, authorization, { error: 'access_denied' })
  try {
    const browser = context.knownBrowser.read(request.headers, authorization.client.email)
    await context.logIn(form, authorization.client, { address: request.ip, browser })
  } catch (thrown) {
    if (!(thrown instanceof OauthError) || !wantsPage(request)) throw thrown
    request.facts.error = thrown
    const { status, message: failure } = thrown
    const email = form.get('email') ?? ''
    withRetryAfter(reply, thrown)
    return sendLogin(context, request, reply, { parameters, authorization, status, failure, email })
  }
  reply.header('set-cookie', context.knownBrowser.set(authorization.client.email))
  const code = await issueCode(context.db, authorization, context.codeTtlSeconds)
  return redirect(context, reply, authorization, { code })
}

interface LoginAnswer {
  readonly parameters: Parameters
  readonly authorization: AuthorizationRequest
  readonly status: number
  readonly failure?: string
  readonly email?: string
}

function sendLogin(context: Context, request: FastifyRequest, reply: FastifyReply, answer: LoginAnswer): FastifyReply {
  const { parameters, authorization, status, failure, email = '' } = answer
  const { token, setCookie } = context.formTokens.issue(request.headers, parameters)
  const body = loginPage({
    redirectUri: authorization.redirectUri,
    apiKey: parameters.get('client_id') ?? '',
    scope: authorization.scope,
    requestToken: token,
    failure,
    email,
  })
  reply.header('set-cookie', setCookie)
  return sendPage(reply, status, body, ["'self'", cspSourceOf(authorization.redirectUri)])
}

/** 303, so that the browser never sends the password on (RFC 9700 section 4.12). RFC 9207: `iss` in every answer. */
function redirect(
  { issuer }: Context,
  reply: FastifyReply,
  { redirectUri, state }: AuthorizationRequest,
  answer: { readonly code?: string; readonly error?: string },
): FastifyReply {
  const location = withParameters(redirectUri.text, { ...answer, state, iss: issuer })
  return reply
    .code(303)
    .headers({ ...pageHeaders, location })
    .send()
}

function sendFailure(request: FastifyRequest, reply: FastifyReply, error: OauthError): FastifyReply {
  if (!wantsPage(request)) return sendOauthError(reply.headers(pageHeaders), error)
  return sendPage(withRetryAfter(reply, error), error.status, errorPage(error), ["'none'"])
}

function note(request: FastifyRequest, { client }: AuthorizationRequest): void {
  request.facts.keyId = client.keyId
  request.facts.buyerId = client.buyerId
}
