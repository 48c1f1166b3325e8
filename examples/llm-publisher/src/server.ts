import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { generateReply, tokensOf } from './generator.ts'

interface ChatRequest {
  model: string
  messages: { role: string; content: string }[]
  stream?: boolean
  stream_options?: { include_usage?: boolean }
}

const chatSchema = {
  type: 'object',
  required: ['model', 'messages'],
  properties: {
    model: { type: 'string', minLength: 1 },
    messages: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['role', 'content'],
        properties: { role: { type: 'string' }, content: { type: 'string' } },
      },
    },
    stream: { type: 'boolean' },
    stream_options: { type: 'object', properties: { include_usage: { type: 'boolean' } } },
  },
}

/** How the publisher runs. */
export interface LlmPublisherOptions {
  /** What the gateway must present: the `apiKey` of the marketplace file. */
  upstreamKey: string
  /** Pause between two streamed tokens. */
  tokenDelayMs?: number
}

/** Builds the sample chat-completions server; it does not listen yet. */
export function buildLlmPublisher({ upstreamKey, tokenDelayMs = 15 }: LlmPublisherOptions): FastifyInstance {
  const app = Fastify({ bodyLimit: 4 * 1024 * 1024, forceCloseConnections: 'idle' })
  app.addHook('onRequest', async (request, reply) => {
    if (isGateway(request.headers.authorization, upstreamKey)) return
    await reply.code(401).send({ error: { message: 'Only the gateway may call this server.' } })
  })
  app.post<{ Body: ChatRequest }>('/v1/chat/completions', { schema: { body: chatSchema } }, async (request, reply) => {
    const completion = complete(request.body)
    if (request.body.stream !== true) return wholeReply(completion)
    const withUsage = request.body.stream_options?.include_usage === true
    reply.header('cache-control', 'no-cache').type('text/event-stream')
    return reply.send(Readable.from(streamedReply(completion, withUsage, tokenDelayMs)))
  })
  return app
}

/** Compares digests, which have one length, so that time tells nothing about the key. */
function isGateway(authorization: string | undefined, upstreamKey: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${upstreamKey}`))
}

interface Completion {
  id: string
  model: string
  created: number
  tokens: string[]
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number }
}

function complete({ model, messages }: ChatRequest): Completion {
  const tokens = tokensOf(generateReply(messages.at(-1)?.content ?? ''))
  const promptTokens = messages.reduce((count, message) => count + tokensOf(message.content).length, 0)
  return {
    id: `chatcmpl-${randomUUID()}`,
    model,
    created: Math.floor(Date.now() / 1000),
    tokens,
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: tokens.length,
      total_tokens: promptTokens + tokens.length,
    },
  }
}

function wholeReply({ id, model, created, tokens, usage }: Completion) {
  const message = { role: 'assistant', content: tokens.join(''), refusal: null }
  const choices = [{ index: 0, message, logprobs: null, finish_reason: 'stop' }]
  return { id, object: 'chat.completion', created, model, choices, usage }
}

async function* streamedReply({ id, model, created, tokens, usage }: Completion, withUsage: boolean, delayMs: number) {
  const chunk = (choices: object[], rest: object = {}): string =>
    `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created, model, choices, ...rest })}\n\n`
  const delta = (content: object, finish: string | null = null) => [{ index: 0, delta: content, finish_reason: finish }]
  yield chunk(delta({ role: 'assistant', content: '' }))
  for (const token of tokens) {
    await pause(delayMs)
    yield chunk(delta({ content: token }))
  }
  yield chunk(delta({}, 'stop'))
  if (withUsage) yield chunk([], { usage })
  yield 'data: [DONE]\n\n'
}
