import { fieldOf } from '@mtg/primitives'
import type { FastifyRequest } from 'fastify'
import { oauthError } from '../../domain/oauth-error.ts'
import { DEFAULT_SCOPE, LLM_SCOPE } from '../../domain/scope.ts'
import { grantTypes } from '../../use-cases/grants/registry.ts'
import type { Endpoint } from '../endpoint.ts'
import { sendPublicJson } from '../respond.ts'

const MAX_AGE_SECONDS = 300
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/
const SCOPE_OF_ADAPTER: Readonly<Record<string, string>> = { mcp: DEFAULT_SCOPE, llm: LLM_SCOPE }

/** GET /.well-known/oauth-authorization-server (RFC 8414) */
export function authorizationServerMetadata(issuer: string): Endpoint {
  const document = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    grant_types_supported: grantTypes.map(type => type.name),
    token_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
    scopes_supported: [DEFAULT_SCOPE],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
  return {
    name: 'authorization-server-metadata',
    path: '/.well-known/oauth-authorization-server',
    cors: true,
    methods: { GET: (_request, reply) => sendPublicJson(reply, document, MAX_AGE_SECONDS) },
  }
}

/** GET /.well-known/oauth-protected-resource (RFC 9728): the gateway as a whole. */
export function protectedResourceMetadata(issuer: string): Endpoint {
  const document = resourceDocument(issuer, issuer, DEFAULT_SCOPE)
  return {
    name: 'protected-resource-metadata',
    path: '/.well-known/oauth-protected-resource',
    cors: true,
    methods: { GET: (_request, reply) => sendPublicJson(reply, document, MAX_AGE_SECONDS) },
  }
}

/** The same for one app, at the address that RFC 9728 section 3.1 derives from the app's own. */
export function appResourceMetadata(issuer: string): Endpoint {
  return {
    name: 'app-resource-metadata',
    path: '/.well-known/oauth-protected-resource/v1-beta/:adapter/:username/:appname',
    cors: true,
    methods: {
      GET(request, reply) {
        const adapter = parameter(request, 'adapter')
        const username = parameter(request, 'username')
        const appname = parameter(request, 'appname')
        const scope = Object.hasOwn(SCOPE_OF_ADAPTER, adapter) ? SCOPE_OF_ADAPTER[adapter] : undefined
        if (scope === undefined || !NAME.test(username) || !NAME.test(appname)) throw oauthError('not_found')
        const resource = `${issuer}/v1-beta/${adapter}/${username}/${appname}`
        return sendPublicJson(reply, resourceDocument(issuer, resource, scope), MAX_AGE_SECONDS)
      },
    },
  }
}

function parameter({ params }: FastifyRequest, name: string): string {
  const value = fieldOf(params, name)
  return typeof value === 'string' ? value : ''
}

function resourceDocument(issuer: string, resource: string, scope: string) {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: [scope],
    // The spec's word; the RFC's would be "header".
    bearer_methods_supported: ['authorization_header'],
  }
}
