import type { Request } from './balancer.ts'
import type { App } from './market.ts'

const MCP_VERSION = '2026-07-28'

/** A billable call of an app. */
export const toolCall = (app: App, credential: string): Request => mcp(app, credential, 'tools/call', 'echo')

/** A call that never costs anything. */
export const toolList = (app: App, credential: string): Request => mcp(app, credential, 'tools/list', 'tools/list')

function mcp(app: App, credential: string, method: string, name: string): Request {
  const params = method === 'tools/call' ? { name, arguments: { text: 'x' } } : {}
  return {
    method: 'POST',
    path: `/v1-beta/mcp/${app}`,
    headers: {
      authorization: `Bearer ${credential}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': MCP_VERSION,
      'mcp-method': method,
      'mcp-name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: '1', method, params }),
  }
}

/** Asks for an access token. */
export const tokenRequest = (key: string): Request => ({
  method: 'POST',
  path: '/oauth/token',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ grant_type: 'client_credentials', client_id: key }).toString(),
})

/** Asks for the buyer's own charged calls. */
export const usageQuery = (credential: string): Request => ({
  method: 'GET',
  path: '/v1-beta/usage?pageSize=1',
  headers: { authorization: `Bearer ${credential}` },
})

/** The signing keys, as publishers fetch them. */
export const jwksQuery: Request = { method: 'GET', path: '/.well-known/jwks.json', headers: {} }
