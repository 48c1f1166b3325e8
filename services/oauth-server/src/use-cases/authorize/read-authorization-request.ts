import type { Accounts, Client } from '../../clients/accounts.ts'
import { oauthError } from '../../domain/oauth-error.ts'
import { type Parameters, requireParameter } from '../../domain/parameters.ts'
import { isCodeChallenge } from '../../domain/pkce.ts'
import { parseRedirectUri, type RedirectUri } from '../../domain/redirect-uri.ts'
import { grantScope } from '../../domain/scope.ts'
import { identifyClient } from '../identify-client.ts'

/** A request for a code in which everything was checked. */
export interface AuthorizationRequest {
  readonly client: Client
  readonly redirectUri: RedirectUri
  /** What would be granted. */
  readonly scope: string
  readonly state: string | undefined
  readonly codeChallenge: string
}

const STATE_LENGTH_MAX = 4096

/**
 * Checks a request, at GET and again at POST: what comes back with the form is not to be trusted. Nothing of this is
 * ever answered by a redirect. Redirect URIs are not registered, so before a person has seen where it leads a redirect
 * would serve whoever wrote the link (spec: these errors are answered with 400).
 */
export async function readAuthorizationRequest(
  parameters: Parameters,
  accounts: Accounts,
): Promise<AuthorizationRequest> {
  const client = await identifyClient(parameters, accounts)
  const redirectUri = checkRedirectUri(parameters)
  checkResponseType(parameters)
  const codeChallenge = checkCodeChallenge(parameters)
  const scope = grantScope(parameters.get('scope'), client.scope)
  const state = checkState(parameters)
  return { client, redirectUri, scope, state, codeChallenge }
}

function checkRedirectUri(parameters: Parameters): RedirectUri {
  const redirectUri = parseRedirectUri(requireParameter(parameters, 'redirect_uri'))
  if (redirectUri !== undefined) return redirectUri
  throw oauthError('invalid_request', {
    description: 'redirect_uri must be an absolute http or https URL without user, fragment or dot segments.',
  })
}

function checkResponseType(parameters: Parameters): void {
  if (requireParameter(parameters, 'response_type') !== 'code') throw oauthError('unsupported_response_type')
}

function checkCodeChallenge(parameters: Parameters): string {
  const challenge = requireParameter(parameters, 'code_challenge')
  if (!isCodeChallenge(challenge)) {
    throw oauthError('invalid_request', { description: 'code_challenge must be 43 characters of base64url.' })
  }
  // Without a method RFC 7636 would mean "plain", which protects nothing.
  if (parameters.get('code_challenge_method') !== 'S256') {
    throw oauthError('invalid_request', { description: 'code_challenge_method must be S256.' })
  }
  return challenge
}

function checkState(parameters: Parameters): string | undefined {
  const state = parameters.get('state')
  if (state !== undefined && state.length > STATE_LENGTH_MAX) {
    throw oauthError('invalid_request', { description: 'state is too long.' })
  }
  return state
}
