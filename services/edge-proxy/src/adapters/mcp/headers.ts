import type { IncomingHttpHeaders } from 'node:http'
import { appError } from '@mtg/errors'
import { textOf } from '../json/value.ts'
import type { McpMessage, NameParam } from './message.ts'
import { encodeHeaderValue, headerNames } from './sentinel.ts'
import { metaKeys, PROTOCOL_VERSION } from './version.ts'

/** Methods whose Mcp-Name repeats a member of `params`. */
const nameParams: Readonly<Record<string, NameParam>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

/** The member of `params` that Mcp-Name must repeat; undefined for methods that name nothing. */
export function nameParamOf(method: string): NameParam | undefined {
  return Object.hasOwn(nameParams, method) ? nameParams[method] : undefined
}

/**
 * Holds the headers of a request against its body. A caller of the published revision sends Mcp-Name only where that
 * revision needs it; every other caller sends all three headers with every method, as our specification says.
 */
export function checkHeaders(headers: IncomingHttpHeaders, message: McpMessage, name: string | undefined): void {
  checkVersion(given('MCP-Protocol-Version', headers['mcp-protocol-version']), message)
  if (given('Mcp-Method', headers['mcp-method']) !== message.method) throw mismatch('Mcp-Method', 'method')
  const nameParam = nameParamOf(message.method)
  if (nameParam === undefined) {
    if (!message.isPublishedRevision) given('Mcp-Name', headers['mcp-name'])
    return
  }
  if (!headerNames(given('Mcp-Name', headers['mcp-name']), name ?? '')) {
    throw mismatch('Mcp-Name', `params.${nameParam}`)
  }
}

/** Headers that are set here or must not travel. */
const OWN_HEADERS = new Set(['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'])

/** The headers of the protocol for the publisher. `Mcp-Param-*` and what later revisions add travel untouched. */
export function upstreamHeaders(
  headers: IncomingHttpHeaders,
  message: McpMessage,
  name: string | undefined,
): Record<string, string> {
  const sent: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': PROTOCOL_VERSION,
    'mcp-method': message.method,
  }
  for (const key in headers) {
    if (!key.startsWith('mcp-') || OWN_HEADERS.has(key)) continue
    const value = headers[key]
    if (typeof value === 'string') sent[key] = value
  }
  const named = headers['mcp-name']
  if (message.isPublishedRevision && typeof named === 'string') sent['mcp-name'] = named
  if (!message.isPublishedRevision && name !== undefined) sent['mcp-name'] = encodeHeaderValue(name)
  return sent
}

function checkVersion(version: string, message: McpMessage): void {
  if (version !== PROTOCOL_VERSION) throw appError('UnsupportedProtocolVersion', { detail: { version } })
  for (const key of [metaKeys.protocolVersion, 'protocolVersion']) {
    const value = message.meta?.members.get(key)
    if (value !== undefined && textOf(message.bytes, value) !== version) {
      throw mismatch('MCP-Protocol-Version', `params._meta["${key}"]`)
    }
  }
}

function given(name: string, value: string | string[] | undefined): string {
  if (typeof value === 'string' && value !== '') return value
  throw appError('invalid_request', {
    message: `The header ${name} is missing. MCP requests need MCP-Protocol-Version: ${PROTOCOL_VERSION}, Mcp-Method and Mcp-Name.`,
  })
}

function mismatch(header: string, member: string): Error {
  return appError('HeaderMismatch', {
    message: `The header ${header} contradicts ${member} in the request body.`,
    detail: { header },
  })
}
