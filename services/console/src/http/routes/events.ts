import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { LiveEvent } from '../../domain/live.ts'
import type { LiveAccounts } from '../../use-cases/live/live-accounts.ts'
import type { Api } from '../api.ts'
import { sessionIn } from '../authenticate.ts'
import { shownWallet } from './wallet.ts'

const HEARTBEAT_MS = 10_000
/** Then the browser comes again by itself, and is asked anew who it is. */
const LIFETIME_MS = 10 * 60_000
/** Of one who does not read: who comes again is told everything. */
const WAITING_BYTES_MAX = 16 * 1024
const AGAIN_AFTER_MS = 2_000

/** What moves, as it moves: server-sent events for who is logged in. */
export function eventRoutes(api: Api, liveAccounts: LiveAccounts): void {
  api.get(
    '/events',
    {
      config: { access: 'account', isEndless: true },
      schema: {
        operationId: 'watchAccount',
        tags: ['Account'],
        summary: 'What moves in the own account, as server-sent events, until the reader leaves.',
        description:
          '`wallet` has the wallet in its data; `purchases`, `calls` and `keys` say that something of these has changed, and have no more to tell. ' +
          'At first each comes once; then within about a second of what it is about. A stream ends after some minutes, and when its session does.',
        response: {
          200: {
            description: 'Events',
            content: { 'text/event-stream': { schema: Type.Unsafe<Readable>({ type: 'string' }) } },
          },
        },
      },
    },
    async (request, reply) => {
      const stream = watch(request, liveAccounts)
      return await reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream)
    },
  )
}

function watch(request: FastifyRequest, liveAccounts: LiveAccounts): Readable {
  const { accountId, sessionId, buyerId } = sessionIn(request)
  const stream = new Readable({ read() {} })
  let isEnded = false
  const write = (text: string) => {
    if (isEnded) return
    if (stream.readableLength > WAITING_BYTES_MAX) stream.destroy()
    else stream.push(text)
  }
  const end = () => {
    isEnded = true
    stream.push(null)
  }
  const leave = liveAccounts.add({ accountId, sessionId, buyerId, end, send: event => write(textOf(event)) })
  const heartbeat = setInterval(write, HEARTBEAT_MS, ':\n\n')
  const lifetime = setTimeout(end, LIFETIME_MS)
  stream.once('close', () => {
    leave()
    clearInterval(heartbeat)
    clearTimeout(lifetime)
  })
  write(`retry: ${AGAIN_AFTER_MS}\n\n`)
  return stream
}

function textOf(event: LiveEvent): string {
  const data = event.name === 'wallet' ? shownWallet(event.wallet) : {}
  return `event: ${event.name}\ndata: ${JSON.stringify(data)}\n\n`
}
