import { type Dispatcher, request } from 'undici'

/** A call through the gateway, as a caller of the specification makes it: plain headers, no `_meta`. */
export interface McpCall {
  /** Origin of the edge. */
  baseUrl: string
  /** "publisher/app" */
  app: string
  /** API key or access token; none is sent when it is left out. */
  credential?: string
  method?: string
  params?: Record<string, unknown>
  id?: string | number
  /** Added to the usual headers, or in place of them; an empty value leaves a header out. */
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** A gateway's answer, read to its end. */
export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** The body as JSON; undefined when it is none. */
  json: unknown
  /** Code of the gateway's error envelope. */
  code: string | undefined
  /** The id that the gateway gave the call. */
  callId: string | undefined
}

const PROTOCOL_VERSION = '2026-07-28'

/** Calls a method of an MCP app; `tools/list` unless said otherwise. */
export function callMcp(call: McpCall): Promise<Answer> {
  const { method = 'tools/list', params, id = '1' } = call
  const headers = {
    'mcp-protocol-version': PROTOCOL_VERSION,
    'mcp-method': method,
    'mcp-name': nameIn(params) ?? method,
    accept: 'application/json, text/event-stream',
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) })
  return post({ ...call, path: `/v1-beta/mcp/${call.app}`, headers: { ...headers, ...call.headers }, body })
}

function nameIn(params: Record<string, unknown> | undefined): string | undefined {
  const name = params?.name ?? params?.uri
  return typeof name === 'string' ? name : undefined
}

/** Calls a tool of an MCP app: billable. */
export function callTool(call: Omit<McpCall, 'method' | 'params'> & { tool: string; arguments?: object }) {
  const params = { name: call.tool, arguments: call.arguments ?? {} }
  return callMcp({ ...call, method: 'tools/call', params })
}

/** Asks an LLM app for a chat completion. */
export function chat(
  call: Pick<McpCall, 'baseUrl' | 'app' | 'credential' | 'headers' | 'signal'> & { body?: object },
): Promise<Answer> {
  const question = { model: 'test', messages: [{ role: 'user', content: 'Hello' }] }
  return post({ ...call, path: `/v1-beta/llm/${call.app}`, body: JSON.stringify({ ...question, ...call.body }) })
}

/** Any POST with a JSON body. */
export interface Post {
  baseUrl: string
  path: string
  body: string | Buffer
  credential?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Posts to the gateway and reads the answer. */
export async function post({ baseUrl, path, body, credential, headers, signal }: Post): Promise<Answer> {
  const usual = {
    'content-type': 'application/json',
    ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
  }
  const wanted = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== '')
  const response = await request(`${baseUrl}${path}`, {
    method: 'POST',
    headers: Object.fromEntries(wanted),
    body,
    ...(signal !== undefined && { signal }),
  })
  return read(response)
}

async function read({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Answer> {
  const text = await body.text()
  const json = parseJson(text)
  const callId = headers['x-gateway-call-id']
  return {
    status: statusCode,
    headers,
    text,
    json,
    code: (json as { error?: { code?: string } } | null | undefined)?.error?.code,
    callId: typeof callId === 'string' ? callId : undefined,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
