import { createHmac } from 'node:crypto'
import { appError } from '@mtg/errors'
import { networkOf } from '@mtg/logins'
import type { Database } from '@mtg/postgres'
import type { Sealer } from '@mtg/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorKeyOf } from '../domain/actor.ts'
import {
  type BegunRequest,
  beginRequest,
  finishRequest,
  forgetRequest,
  type RequestIdentity,
} from '../store/idempotent-requests.ts'
import type { Api } from './api.ts'

/** Where answers are kept, and what hides them. */
export interface RepeatableDeps {
  readonly db: Database
  readonly answerSealer: Sealer
  readonly digestKey: Buffer
  readonly keptSeconds: number
}

/** An answer as it is kept. */
interface KeptAnswer {
  readonly status: number
  readonly type: string
  readonly location: string | undefined
  readonly etag: string | undefined
  readonly body: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while the answer to this request is to be kept. */
    repeatable: RequestIdentity | undefined
  }
}

/** Whoever carries a request out is waited for so long; all of them take less, or have failed. */
const LEASE_SECONDS = 60
const ANSWER_BYTES_MAX = 64 * 1024

/**
 * Makes POSTs with an Idempotency-Key safe to repeat: a repetition gets the first answer, the same key with another request is
 * refused, and so is a repetition while the first one is carried out. What failed is forgotten, and may be tried anew.
 */
export function keepAnswers(api: Api, deps: RepeatableDeps): void {
  api.decorateRequest('repeatable', undefined)
  api.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key']
    const isRepeatable = request.method === 'POST' && request.routeOptions.config.isNeverKept !== true
    if (!isRepeatable || typeof key !== 'string') return undefined
    const identity = identityOf(request, key, deps.digestKey)
    request.requestId = identity.keyDigest.subarray(0, 16).toString('hex')
    const begun = await beginRequest(deps.db, identity, { leaseSeconds: LEASE_SECONDS, keptSeconds: deps.keptSeconds })
    if (begun.state !== 'begun') return replay(reply, begun, identity, deps.answerSealer)
    request.repeatable = identity
    return undefined
  })
  api.addHook('onSend', async (request, reply, payload) => {
    const identity = request.repeatable
    if (identity === undefined) return payload
    request.repeatable = undefined
    await keep(deps, identity, reply, payload)
    return payload
  })
}

async function keep(deps: RepeatableDeps, identity: RequestIdentity, reply: FastifyReply, payload: unknown) {
  const { db, answerSealer } = deps
  const isGood = reply.statusCode < 400
  const body = payload === null || payload === undefined ? '' : payload
  if (!isGood || typeof body !== 'string' || body.length > ANSWER_BYTES_MAX) {
    return await forgetRequest(db, identity.keyDigest)
  }
  const type = String(reply.getHeader('content-type') ?? '')
  const textOf = (name: string) => {
    const value = reply.getHeader(name)
    return typeof value === 'string' ? value : undefined
  }
  const answer: KeptAnswer = {
    status: reply.statusCode,
    type,
    location: textOf('location'),
    etag: textOf('etag'),
    body,
  }
  await finishRequest(db, identity.keyDigest, answerSealer.seal(JSON.stringify(answer), ownerOf(identity)))
}

function replay(
  reply: FastifyReply,
  begun: Exclude<BegunRequest, { state: 'begun' }>,
  identity: RequestIdentity,
  sealer: Sealer,
): FastifyReply {
  if (begun.state === 'running') throw appError('idempotency_in_progress')
  if (begun.state === 'other_request') throw appError('idempotency_conflict')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the seal says that we wrote it
  const answer = JSON.parse(sealer.open(begun.sealedAnswer, ownerOf(identity))) as KeptAnswer
  reply.code(answer.status).header('idempotency-replayed', 'true')
  if (answer.location !== undefined) reply.header('location', answer.location)
  if (answer.etag !== undefined) reply.header('etag', answer.etag)
  return answer.body === '' ? reply.send() : reply.type(answer.type).send(answer.body)
}

const ownerOf = ({ keyDigest }: RequestIdentity) => keyDigest.toString('hex')

/** Keyed digests: a request may hold a password, which nobody shall be able to try out on the table. */
function identityOf(request: FastifyRequest, key: string, digestKey: Buffer): RequestIdentity {
  const digest = (...parts: string[]) => createHmac('sha256', digestKey).update(JSON.stringify(parts)).digest()
  const { actor, method, url, body, ip } = request
  const owner = actor === undefined ? `network:${networkOf(ip)}` : actorKeyOf(actor)
  return {
    keyDigest: digest('key', owner, key),
    ownerDigest: digest('owner', owner),
    requestDigest: digest('request', method, url, JSON.stringify(body ?? null)),
  }
}
