import { appError } from '@mtg/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  changeKey,
  getKey,
  type KeyDeps,
  listKeys,
  makeKey,
  revokeKey,
  type ShownKey,
} from '../../use-cases/keys/keys.ts'
import type { Api } from '../api.ts'
import { buyerIn } from '../authenticate.ts'
import { LimitsBody, LimitsInput, limitsIn, SpendingBody, shownLimits } from '../schemas/key-limits.ts'
import { pageOf } from '../schemas/page-of.ts'
import { closed, Id, IdParams, pageIn, pageQuery, Time, Version } from '../schemas/values.ts'
import { IfMatch, tagged, versionIn } from '../versions.ts'

const keyFields = {
  id: Id,
  name: Type.String(),
  prefix: Type.String({ examples: ['vnb-sk-'] }),
  lastFour: Type.String(),
  scope: Type.String({ description: 'Space separated; empty: unrestricted' }),
  parent: Type.Union([Id, Type.Null()], { description: 'The key that it is below of' }),
  digests: Type.Boolean({ description: 'Whether receipts of its calls vouch for request and answer' }),
  limits: LimitsBody,
  version: { ...Version, description: 'Its ETag: counts how often limits were set' },
  spending: Type.Union([SpendingBody, Type.Null()], { description: 'With all keys below it; null: not counted' }),
  createdAt: Time,
  lastUsedAt: Type.Union([Time, Type.Null()], { description: 'To some seconds; null: never, or not known' }),
  revokedAt: Type.Union([Time, Type.Null()]),
}

const KeyBody = Type.Object(keyFields)
const NewKeyBody = Type.Object({ ...keyFields, key: Type.String({ description: 'The key itself, shown this once' }) })

const DEFAULT_SCOPE = 'mcp:tools llm:completions'
const tags = ['Keys']

/** API keys of a buyer. */
export function keyRoutes(api: Api, deps: KeyDeps): void {
  addReading(api, deps)
  addMaking(api, deps)
  addChanges(api, deps)
}

function addReading(api: Api, deps: KeyDeps): void {
  api.get(
    '/keys',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'listKeys',
        tags,
        summary: 'API keys with their limits and what of them is used, newest first.',
        querystring: Type.Object(pageQuery, closed),
        response: { 200: pageOf(KeyBody) },
      },
    },
    async request => {
      const { items, nextPageToken } = await listKeys(deps, buyerIn(request), pageIn(request.query))
      return { items: items.map(shownKey), nextPageToken }
    },
  )
  api.get(
    '/keys/:id',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'getKey',
        tags,
        summary: 'One of them. Its ETag goes into If-Match of a change; calls do not change it.',
        params: IdParams,
        response: { 200: KeyBody },
      },
    },
    async (request, reply) => answered(reply, await getKey(deps, buyerIn(request), request.params.id)),
  )
}

function addMaking(api: Api, deps: KeyDeps): void {
  api.post(
    '/keys',
    {
      config: { access: 'buyer' },
      schema: {
        operationId: 'createKey',
        tags,
        summary: 'Makes an API key; the key itself is in this one answer.',
        description:
          'A key makes keys below itself, which are never wider than it. Its scope is theirs unless they ask for less.',
        body: Type.Object(
          {
            name: Type.String({ minLength: 1, maxLength: 100 }),
            scope: Type.Optional(Type.String({ maxLength: 512, default: DEFAULT_SCOPE })),
            ambient: Type.Optional(Type.Boolean({ description: 'For automated workflows (vai-sk-)' })),
            digests: Type.Optional(
              Type.Boolean({
                default: false,
                description: 'Receipts of its calls have SHA-256 digests of request and answer',
              }),
            ),
            limits: Type.Optional(LimitsInput),
            parent: Type.Optional(Id),
          },
          closed,
        ),
        response: { 201: NewKeyBody },
      },
    },
    async (request, reply) => {
      const { name, scope = DEFAULT_SCOPE, ambient = false, digests = false, limits } = request.body
      const { text, shown } = await makeKey(deps, buyerIn(request), {
        name,
        scope,
        isAmbient: ambient,
        wantsDigests: digests,
        parentId: parentIn(request, request.body.parent),
        limits: limits && limitsIn(limits),
      })
      return await reply.code(201).send({ ...answered(reply, shown), key: text })
    },
  )
}

/** What a key makes is below it, and below no other key. */
function parentIn({ actor }: FastifyRequest, wanted: string | undefined): string | undefined {
  if (actor?.kind !== 'key') return wanted
  if (wanted !== undefined && wanted !== actor.keyId) {
    throw appError('not_found', { message: 'A key makes keys below itself.', field: '/parent' })
  }
  return actor.keyId
}

function addChanges(api: Api, deps: KeyDeps): void {
  api.patch(
    '/keys/:id',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'changeKey',
        tags,
        summary: 'Sets the limits of a key as a whole: what is left out is not limited any more.',
        params: IdParams,
        headers: Type.Object(IfMatch),
        body: Type.Object({ limits: LimitsInput }, closed),
        response: { 200: KeyBody },
      },
    },
    async (request, reply) => {
      const { params, headers, body } = request
      const expectedVersion = limitsVersionIn(headers['if-match'])
      const change = { keyId: params.id, limits: limitsIn(body.limits), expectedVersion }
      return answered(reply, await changeKey(deps, buyerIn(request), change))
    },
  )
  api.delete(
    '/keys/:id',
    {
      config: { access: 'buyer' },
      schema: {
        operationId: 'revokeKey',
        tags,
        summary: 'Revokes a key and all keys below it, at once and for good. A key revokes those below itself.',
        params: IdParams,
        response: { 200: KeyBody },
      },
    },
    async request => {
      const belowId = request.actor?.kind === 'key' ? request.actor.keyId : undefined
      return shownKey(await revokeKey(deps, buyerIn(request), request.params.id, belowId))
    },
  )
}

const NONE = -1n

const versionOf = ({ limited }: ShownKey) => limited?.version ?? 0n

/** Version 0 is that of a key that never had limits, which billing does not know. */
const limitsVersionIn = (ifMatch: string | undefined) => (ifMatch === '"0"' ? NONE : versionIn(ifMatch))

function answered(reply: FastifyReply, shown: ShownKey) {
  tagged(reply, { version: versionOf(shown) })
  return shownKey(shown)
}

function shownKey(shown: ShownKey) {
  const { key, limited, lastUsedAt } = shown
  const { id, name, prefix, lastFour, scope, ancestorIds, wantsDigests, createdAt, revokedAt, expiresAt } = key
  return {
    id,
    name,
    prefix,
    lastFour,
    scope,
    parent: ancestorIds.at(-1) ?? null,
    digests: wantsDigests,
    ...shownLimits(limited, expiresAt),
    version: Number(versionOf(shown)),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  }
}
