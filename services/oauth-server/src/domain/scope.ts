import { oauthError } from './oauth-error.ts'

/** What a client gets that asks for nothing (spec "Authentication" 7). */
export const DEFAULT_SCOPE = 'mcp:tools'
/** Permits chat completions. */
export const LLM_SCOPE = 'llm:completions'

const TOKEN = /^[\x21\x23-\x5B\x5D-\x7E]+$/
const SCOPE_LENGTH_MAX = 1000

/**
 * The scope to grant: what was asked for, as far as the gateway knows it and `allowed` covers it (RFC 6749 section 3.3
 * lets a server grant less, and the answer names what was granted). Never empty: that would mean "unrestricted".
 */
export function grantScope(requested: string | undefined, allowed: string): string {
  const granted = new Set(tokensOf(requested ?? DEFAULT_SCOPE).flatMap(token => allowedFor(token, allowed)))
  if (granted.size > 0) return [...granted].join(' ')
  // Spec "OAuth endpoints" has no invalid_scope.
  throw oauthError('invalid_request', {
    description:
      'scope: nothing of what was asked for is allowed to this client. Known are mcp:tools, llm:completions.',
  })
}

/** The part of a granted scope that is asked for now; all of it when nothing is asked for. */
export function shrinkScope(requested: string | undefined, granted: string, allowed: string): string {
  return grantScope(requested === undefined ? granted : grantScope(requested, granted), allowed)
}

function tokensOf(scope: string): string[] {
  const tokens = scope.split(' ').filter(token => token !== '')
  if (scope.length > SCOPE_LENGTH_MAX || !tokens.every(token => TOKEN.test(token))) {
    throw oauthError('invalid_request', { description: 'scope is not a list of scopes with spaces between.' })
  }
  return tokens
}

/** What of `allowed` answers one asked-for scope; an empty `allowed` (a legacy key) answers every scope we know. */
function allowedFor(token: string, allowed: string): string[] {
  if (!isMcp(token) && token !== LLM_SCOPE) return []
  const tokens = allowed.split(' ')
  if (allowed === '' || tokens.includes(token)) return [token]
  // Every scope that starts with "mcp:" permits the same, so another one serves as well.
  return isMcp(token) ? tokens.filter(isMcp) : []
}

function isMcp(token: string): boolean {
  return token.startsWith('mcp:')
}
