import * as fc from 'fast-check'

const VERSION = '2026-07-28'
const version = JSON.stringify({
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
})

/** A request before it is bent: its members as JSON text, so that a bend may do what no serializer would. */
export interface Draft {
  method: string
  id: string
  name: string
  params: string
}

/** Its body. */
export function text({ method, id, params }: Draft): string {
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${params}}`
}

/** The headers that agree with it. */
export function headersOf({ method, name }: Draft): Record<string, string> {
  return {
    'content-type': 'application/json',
    'mcp-protocol-version': VERSION,
    'mcp-method': method,
    'mcp-name': name,
  }
}

const ids = fc.oneof(
  fc.string().map(value => JSON.stringify(value.toWellFormed())),
  fc.bigInt(-(2n ** 70n), 2n ** 70n).map(String),
)
const metas = fc.constantFrom('', `,"_meta":${version}`, `,"_meta":{"protocolVersion":"${VERSION}"}`)
/** Whatever JSON can say, in the one place where it is the publisher's business alone. */
const toolArguments = fc
  .object({ maxDepth: 4, key: fc.string().map(key => key.toWellFormed()), withNullPrototype: false })
  .map(value => JSON.stringify(value))

const toolCalls: fc.Arbitrary<Draft> = fc
  .record({ id: ids, meta: metas, args: toolArguments })
  .map(({ id, meta, args }) => ({
    method: 'tools/call',
    name: 'echo',
    id,
    params: `{"name":"echo","arguments":${args}${meta}}`,
  }))
const freeRequests: fc.Arbitrary<Draft> = fc
  .record({ id: ids, meta: metas, method: fc.constantFrom('tools/list', 'server/discover', 'prompts/list', 'made/up') })
  .map(({ id, meta, method }) => ({ method, name: method, id, params: `{"x":1${meta}}` }))
/** Tool calls, and every third time something that is free. */
export const drafts = fc.oneof({ weight: 2, arbitrary: toolCalls }, { weight: 1, arbitrary: freeRequests })
