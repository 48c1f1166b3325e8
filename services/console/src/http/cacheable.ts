import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const DIGEST_LENGTH = 22

/**
 * Lets anybody keep the answers of a public route for so long, pages of other origins read them, and whoever has one already ask
 * whether it is still the same.
 */
export function cacheable(maxAgeSeconds: number) {
  return {
    async onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
      if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
      const digest = createHash('sha256').update(payload).digest('base64url').slice(0, DIGEST_LENGTH)
      const tag = `"${digest}"`
      reply.headers({
        'cache-control': `public, max-age=${maxAgeSeconds}`,
        'access-control-allow-origin': '*',
        etag: tag,
      })
      if (!namesTag(request.headers['if-none-match'], tag)) return payload
      reply.code(304).removeHeader('content-type').removeHeader('content-length')
      return ''
    },
  }
}

function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some(each => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)
}
