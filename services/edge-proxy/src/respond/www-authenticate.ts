import type { AppError } from '@mtg/errors'

/** What a challenge tells a client: where to learn about authorization, and which scope to ask for. */
export interface ChallengeFacts {
  readonly baseUrl: string
  /** The path of the app, as in the request. */
  readonly path: string
  readonly scope: string
}

/**
 * The `WWW-Authenticate` header of a refusal; undefined when it has none. The app's own metadata document is named
 * (RFC 9728 path insertion), and no error when no credential was sent (RFC 6750 section 3.1).
 */
export function challengeFor(error: AppError, { baseUrl, path, scope }: ChallengeFacts): string | undefined {
  // A publisher's own 401 is about the gateway's credential, not about the buyer's.
  if (error.code === 'publisher_client_error') return undefined
  const isScope = error.code === 'insufficient_scope'
  if (error.status !== 401 && !isScope) return undefined
  const parts = [`resource_metadata="${baseUrl}/.well-known/oauth-protected-resource${path}"`, `scope="${scope}"`]
  if (isScope) parts.unshift('error="insufficient_scope"')
  else if (error.code !== 'api_key_missing') {
    parts.unshift('error="invalid_token"', `error_description="${error.message.replace(/["\\]/g, '')}"`)
  }
  return `Bearer ${parts.join(', ')}`
}
