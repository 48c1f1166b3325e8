import { isRecord } from '../../lib/json.ts'
import { callGateway, type PlaygroundAnswer, PROTOCOL } from './gateway-call.ts'

type Json = Readonly<Record<string, unknown>>

const PREFIX = 'io.modelcontextprotocol/'
/** What this page can do for a server: fill in forms that it asks for, and follow its tasks. */
const META = {
  [`${PREFIX}protocolVersion`]: PROTOCOL,
  [`${PREFIX}clientInfo`]: { name: 'mtg-console-playground', version: '1' },
  [`${PREFIX}clientCapabilities`]: { elicitation: { form: {}, url: {} }, extensions: { [`${PREFIX}tasks`]: {} } },
}

/** A tool with what it is given. */
export interface ToolCall {
  readonly app: string
  readonly tool: string
  readonly values: Json
}

/** What a call goes on with when its server had asked for something. */
export interface Reply {
  readonly inputResponses: Json
  readonly requestState?: string | undefined
}

/** Calls a tool, or goes on with a call that was answered with questions. */
export function callTool({ app, tool, values }: ToolCall, reply?: Reply): Promise<PlaygroundAnswer> {
  return request(app, { method: 'tools/call', name: tool, params: { name: tool, arguments: values, ...reply } })
}

/** Asks how a task stands, answers its questions, or ends it. */
export function askTask(app: string, method: 'get' | 'update' | 'cancel', taskId: string, more: Json = {}) {
  return request(app, { method: `tasks/${method}`, name: taskId, params: { taskId, ...more } })
}

interface Request {
  readonly method: string
  readonly name: string
  readonly params: Json
}

let count = 0

function request(app: string, { method, name, params }: Request): Promise<PlaygroundAnswer> {
  count += 1
  const body = { jsonrpc: '2.0', id: `page-${count}`, method, params: { ...params, _meta: META } }
  return callGateway({ app, adapter: 'mcp', body, mcp: { method, name } })
}

/** Something that a server wants to know before it goes on. */
export interface Question {
  readonly key: string
  readonly method: string
  readonly message: string
  /** Of the form that it wants filled in. */
  readonly schema: Json
  /** A page where it is to be done instead. */
  readonly url: string | undefined
}

/** What a server asks for, by name, with what it wants to be reminded of. */
export interface Asked {
  readonly questions: readonly Question[]
  readonly requestState: string | undefined
}

/** What an answer asks for; undefined when it asks for nothing. */
export function askedIn(json: unknown): Asked | undefined {
  const result = resultIn(json)
  const isAsking = result?.resultType === 'input_required' || result?.status === 'input_required'
  if (result === undefined || !isAsking) return undefined
  const requests = isRecord(result.inputRequests) ? result.inputRequests : {}
  return { questions: Object.entries(requests).map(toQuestion), requestState: textOf(result.requestState) }
}

function toQuestion([key, sent]: readonly [string, unknown]): Question {
  const { method, params } = isRecord(sent) ? sent : {}
  const { message, requestedSchema, url } = isRecord(params) ? params : {}
  return {
    key,
    method: textOf(method) ?? 'unknown',
    message: textOf(message) ?? '',
    schema: isRecord(requestedSchema) ? requestedSchema : {},
    url: httpAddress(url),
  }
}

/** A task, as its server tells of it. */
export interface TaskState {
  readonly taskId: string
  readonly status: string
  readonly message: string | undefined
  readonly pollMs: number
}

const POLL_MS = 1000
const POLL_MIN_MS = 500
const POLL_MAX_MS = 15_000

/** The task that an answer is, or tells of; undefined when it does neither. */
export function taskIn(json: unknown): TaskState | undefined {
  const result = resultIn(json)
  const taskId = textOf(result?.taskId)
  if (result === undefined || taskId === undefined) return undefined
  const wanted = typeof result.pollIntervalMs === 'number' ? result.pollIntervalMs : POLL_MS
  return {
    taskId,
    status: textOf(result.status) ?? 'working',
    message: textOf(result.statusMessage),
    pollMs: Math.min(POLL_MAX_MS, Math.max(POLL_MIN_MS, wanted)),
  }
}

/** Whether nothing more will become of a task. */
export const hasEnded = ({ status }: TaskState) => ['completed', 'failed', 'cancelled'].includes(status)

function resultIn(json: unknown): Json | undefined {
  return isRecord(json) && isRecord(json.result) ? json.result : undefined
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Servers may send people anywhere, but only to pages. */
function httpAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined
}
