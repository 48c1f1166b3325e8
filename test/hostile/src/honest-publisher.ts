import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { freePort } from '@mtg/embedded'

/** The victim's publisher: it answers at once, and every answer shows which request it belongs to. */
export interface HonestPublisher {
  readonly origin: string
  close(): Promise<void>
}

interface Question {
  readonly id?: string | number
  readonly method?: string
  readonly params?: {
    readonly name?: string
    readonly arguments?: { readonly token?: string }
    readonly token?: string
  }
  readonly messages?: readonly { readonly content: string }[]
}

/** Starts one. Unlike the fake publisher of other tests it remembers nothing, so that a siege may last. */
export async function startHonestPublisher(): Promise<HonestPublisher> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.keepAliveTimeout = 30_000
  const port = await freePort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const question = (await json(request)) as Question
  const { id, method, params } = question
  if (question.messages !== undefined) return sendJson(response, chatReply(question.messages))
  if (id === undefined) return void response.writeHead(202).end()
  const token = params?.arguments?.token ?? params?.token ?? ''
  if (method === 'subscriptions/listen') {
    return sendEvents(response, [{ method: 'notifications/message', params: { token } }])
  }
  const result = { resultType: 'complete', content: [{ type: 'text', text: token }] }
  if (params?.name !== 'stream') return sendJson(response, { jsonrpc: '2.0', id, result })
  sendEvents(response, [
    { method: 'notifications/progress', params: { progressToken: 1, progress: 1 } },
    { id, result },
  ])
  response.end()
}

function chatReply(messages: NonNullable<Question['messages']>): object {
  const message = { role: 'assistant', content: messages.at(-1)?.content ?? '' }
  return {
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { total_tokens: 7 },
  }
}

function sendJson(response: ServerResponse, body: object): void {
  const text = JSON.stringify(body)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
}

/** Leaves the stream open. */
function sendEvents(response: ServerResponse, messages: readonly object[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const message of messages) {
    response.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`)
  }
}
