import type { IncomingHttpHeaders } from 'node:http'
import { type AppError, appError } from '@mtg/errors'
import {
  type Adapter,
  type Call,
  type ChargeTerms,
  noArguments,
  PASS,
  type Step,
  type StreamJudge,
  type Verdict,
} from '../adapter.ts'
import type { MessageLimits } from '../message-limits.ts'
import { readObject } from '../request-body.ts'
import { judgeResponse, judgeTask, type McpAnswer, readAnswer, readErrorCode, taskNewsOf } from './answer.ts'
import { factsOf } from './facts.ts'
import { checkHeaders, nameParamOf, upstreamHeaders } from './headers.ts'
import { type McpMessage, messageWatch, readMessage, requiredParam } from './message.ts'
import { withMeta } from './meta.ts'
import { withPriceTags } from './price-tags.ts'
import { isTaskMethod } from './task.ts'

const MISSING_CAPABILITY = -32021
const INTERNAL_ERROR = -32603

/** MCP 2026-07-28 over HTTP: stateless JSON-RPC. */
export const mcpAdapter: Adapter = {
  name: 'mcp',
  scope: 'mcp:tools',
  covers: scope => scope.startsWith('mcp:') || scope.includes(' mcp:'),
  parse(headers, body, limits) {
    return readObject(body, messageWatch, limits, root => {
      const message = readMessage(body, root, limits)
      // Notifications need no Mcp-* headers: the protocol defines none for them.
      if (message.id === undefined) {
        return { kind: 'notification', operation: message.method, facts: () => factsOf(message) }
      }
      return request(headers, message, message.id, limits)
    })
  },
}

function request(headers: IncomingHttpHeaders, message: McpMessage, id: string, limits: MessageLimits): Call {
  const { method } = message
  const nameParam = nameParamOf(method)
  const name = nameParam === undefined ? undefined : requiredParam(message, nameParam, limits)
  checkHeaders(headers, message, name)
  const isToolCall = method === 'tools/call'
  const isOfTask = isTaskMethod(method)
  const judge = isOfTask ? judgeTask : judgeResponse
  return {
    kind: 'call',
    operation: method,
    // Whoever has a task's id may have its result: it is nothing to log.
    name: isOfTask ? '' : (name ?? ''),
    billable: isToolCall,
    toolName: isToolCall ? (name ?? '') : '',
    ...(isOfTask && { task: { taskId: name ?? '', isCancelling: method === 'tasks/cancel' } }),
    argumentsJson: isToolCall ? () => argumentsOf(message) : noArguments,
    facts: () => factsOf(message),
    isSubscription: method === 'subscriptions/listen',
    upstream: {
      headers: upstreamHeaders(headers, message, name),
      body: withMeta(message),
    },
    judge: (body, terms) => readAnswer(body, answer => judge(answer, id, terms)),
    judgeStream: terms => followStream(answer => judge(answer, id, terms), terms),
    ...(method === 'tools/list' && { tagPrices: withPriceTags }),
    translateRefusal: (status, answer) => translateRefusal(message, id, status, answer),
    errorEvent: error => errorEvent(id, error),
  }
}

function argumentsOf({ bytes, params }: McpMessage): Buffer {
  const sent = params?.members.get('arguments')
  return sent === undefined ? noArguments() : bytes.subarray(sent.start, sent.end)
}

function followStream(judge: (answer: McpAnswer) => Verdict, terms: ChargeTerms): StreamJudge {
  return {
    onEvent({ data }) {
      if (data === undefined || data.length === 0) return PASS
      return readAnswer(data, (answer): Step => {
        if (answer.isResponse) return { action: 'last', verdict: judge(answer) }
        const news = taskNewsOf(answer, terms)
        return news === undefined ? PASS : { action: 'task', news }
      })
    },
    onEnd() {
      throw appError('publisher_error', { detail: { reason: 'the stream ended without a response' } })
    },
  }
}

/** Clients of the published revision act on the publisher's own JSON-RPC errors; others get the envelope. */
function translateRefusal(message: McpMessage, id: string, status: number, body: Buffer): AppError | undefined {
  const code = readErrorCode(body, id)
  if (code !== undefined && message.isPublishedRevision) return undefined
  if (code === MISSING_CAPABILITY) return appError('MissingRequiredClientCapability')
  return appError('publisher_client_error', { status, detail: { jsonRpcCode: code } })
}

function errorEvent(id: string, error: AppError): string {
  const body = JSON.stringify({ code: INTERNAL_ERROR, message: error.message, data: { code: error.code } })
  return `event: message\ndata: {"jsonrpc":"2.0","id":${id},"error":${body}}\n\n`
}
