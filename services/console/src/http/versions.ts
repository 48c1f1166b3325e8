import { appError } from '@mtg/errors'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'

/** The header of a change that shall only be made to what its sender has read. */
export const IfMatch = {
  'if-match': Type.Optional(
    Type.String({ maxLength: 40, description: 'ETag of what is to be changed: else 412', examples: ['"3"'] }),
  ),
}

const ANY = 0n

/** The version that an If-Match names, as services are asked for it; without one, any. */
export function versionIn(ifMatch: string | undefined): bigint {
  if (ifMatch === undefined || ifMatch === '*') return ANY
  const version = /^"([1-9]\d{0,17})"$/.exec(ifMatch)?.[1]
  // Whatever else it is, it is not the ETag of this thing.
  if (version === undefined) throw appError('precondition_failed')
  return BigInt(version)
}

/** Tells the version of what is answered with. */
export function tagged<Thing extends { readonly version: bigint }>(reply: FastifyReply, thing: Thing): Thing {
  reply.header('etag', `"${thing.version}"`)
  return thing
}
