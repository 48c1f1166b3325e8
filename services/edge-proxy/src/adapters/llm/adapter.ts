import { type AppError, appError } from '@mtg/errors'
import { envelope } from '../../respond/envelope.ts'
import { type Adapter, type Call, noArguments } from '../adapter.ts'
import { readObject } from '../request-body.ts'
import { type ChatRequest, chatWatch, readChatRequest } from './chat-request.ts'
import { followReply, judgeReply } from './reply.ts'

const SCOPE = 'llm:completions'

/** Text chat completions. */
export const llmAdapter: Adapter = {
  name: 'llm',
  scope: SCOPE,
  covers: scope => scope.split(' ').includes(SCOPE),
  parse: (_headers, bytes, limits) =>
    readObject(bytes, chatWatch, limits, root => callOf(readChatRequest(bytes, root, limits))),
}

function callOf({ model, stream, body }: ChatRequest): Call {
  return {
    kind: 'call',
    operation: 'chat/completions',
    name: model,
    billable: true,
    toolName: '',
    argumentsJson: noArguments,
    isSubscription: false,
    upstream: {
      headers: { 'content-type': 'application/json', accept: stream ? 'text/event-stream' : 'application/json' },
      body,
    },
    judge: judgeReply,
    judgeStream: followReply,
    translateRefusal: status => appError('publisher_client_error', { status }),
    errorEvent,
  }
}

/** In the shape that OpenAI's clients raise as an error in mid-stream, which our envelope shares. */
function errorEvent(error: AppError): string {
  return `data: ${envelope(error)}\n\n`
}
