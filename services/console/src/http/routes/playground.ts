import { Readable } from 'node:stream'
import { appError } from '@mtg/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Gateway } from '../../clients/gateway.ts'
import type { Api } from '../api.ts'
import { sessionIn } from '../authenticate.ts'

/** Where playground calls go. */
export interface PlaygroundDeps {
  readonly gateway: Gateway
}

const Name = Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$' })
const Adapter = Type.Union([Type.Literal('mcp'), Type.Literal('llm')])

/** Calls of one account that may be under way here, and of all accounts. */
const ACCOUNT_CALLS_MAX = 4
const CALLS_MAX = 128
const SILENCE_TIMEOUT_MS = 130_000
const KEY = /^v(?:nb|ai)-sk-[\w-]{8,200}$/
const PASSED_ON = ['accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

/**
 * Calls that somebody makes from the page of the playground: the page is of another origin than the gateway, and its policy
 * lets it speak with its own alone. They carry a key of the page, are checked and charged as every call, and need a session,
 * so that this is no way around the gateway's door for anybody else.
 */
export function playgroundRoutes(api: Api, { gateway }: PlaygroundDeps): void {
  const underWay = createCallCounts()
  api.post(
    '/playground/:adapter/:username/:app',
    {
      config: { access: 'account', isNeverKept: true },
      schema: {
        hide: true,
        operationId: 'playgroundCall',
        params: Type.Object({ adapter: Adapter, username: Name, app: Name }),
        body: Type.Object({}, { additionalProperties: true }),
      },
    },
    async (request, reply) => {
      const { adapter, username, app } = request.params
      const end = underWay.begin(sessionIn(request).accountId)
      request.raw.socket.setTimeout(SILENCE_TIMEOUT_MS)
      const abandoned = new AbortController()
      reply.raw.once('close', () => {
        end()
        abandoned.abort()
      })
      const { status, headers, body } = await gateway.call({
        path: `${adapter}/${username}/${app}`,
        headers: headersOf(request),
        body: JSON.stringify(request.body),
        signal: abandoned.signal,
      })
      return sendOn(reply.code(status).headers(headers), body)
    },
  )
}

function headersOf({ headers, ip }: FastifyRequest): Record<string, string> {
  const key = headers['x-playground-key']
  if (typeof key !== 'string' || !KEY.test(key)) throw appError('api_key_missing')
  const passedOn = PASSED_ON.flatMap(name => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return {
    ...Object.fromEntries(passedOn),
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'x-forwarded-for': ip,
  }
}

function sendOn(reply: FastifyReply, body: Parameters<typeof Readable.fromWeb>[0] | null): FastifyReply {
  if (body === null) return reply.send()
  const stream = Readable.fromWeb(body)
  // Whoever left has aborted it; the connection is gone, and nobody is left to be told.
  stream.on('error', () => reply.raw.destroy())
  return reply.send(stream)
}

function createCallCounts() {
  const counts = new Map<string, number>()
  let total = 0
  return {
    begin(accountId: string): () => void {
      const count = counts.get(accountId) ?? 0
      if (count >= ACCOUNT_CALLS_MAX || total >= CALLS_MAX) throw appError('overloaded')
      counts.set(accountId, count + 1)
      total += 1
      return () => {
        const left = (counts.get(accountId) ?? 1) - 1
        if (left === 0) counts.delete(accountId)
        else counts.set(accountId, left)
        total -= 1
      }
    },
  }
}
