import { oauthError } from '../oauth-error.ts'

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
  const asked = tokensOf(requested ?? DEFAULT_SCOPE)
  const granted = [...new Set(asked)].filter(token => isKnown(token) && covers(allowed, token))
  if (granted.length > 0) return granted.join(' ')
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

function isKnown(token: string): boolean {
  return isMcp(token) || token === LLM_SCOPE
}

/** An empty scope (a legacy key) allows everything; any scope that starts with "mcp:" allows all MCP methods. */
function covers(allowed: string, token: string): boolean {
  if (allowed === '') return true
  const tokens = allowed.split(' ')
  return tokens.includes(token) || (isMcp(token) && tokens.some(isMcp))
}

function isMcp(token: string): boolean {
  return token.startsWith('mcp:')
}
