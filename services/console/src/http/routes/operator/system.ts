import { Type } from 'typebox'
import type { SystemHealth } from '../../../clients/operations/health.ts'
import type { Operations } from '../../../clients/operations/operations.ts'
import type { DeadLetter, SigningKey } from '../../../domain/operations.ts'
import type { Api } from '../../api.ts'
import { operatorIn } from '../../authenticate.ts'
import { pageOf } from '../../schemas/page-of.ts'
import { AppPath, closed, Id, pageIn, pageQuery, Time } from '../../schemas/values.ts'
import { healthRoute } from './health.ts'

const tags = ['Operator']
const config = { access: 'operator' } as const
const orNull = (schema: typeof Time) => Type.Union([schema, Type.Null()])

/** What operators' routes on the system answer from. */
export interface SystemRouteDeps {
  readonly operations: Operations
  readonly systemHealth: SystemHealth
}

/** How the system is, and what can be done about it. */
export function systemRoutes(api: Api, deps: SystemRouteDeps): void {
  healthRoute(api, deps.systemHealth)
  addDrift(api, deps)
  addStages(api, deps)
  addDeadLetters(api, deps)
  addCircuits(api, deps)
  addSigningKeys(api, deps)
}

const DriftBody = Type.Object({
  hours: Type.Integer(),
  capturedCalls: Type.Integer(),
  missingRecords: Type.Integer({ description: 'Charged calls without a usage record' }),
  surplusRecords: Type.Integer({ description: 'Usage records without a charged call' }),
})

function addDrift(api: Api, { operations }: SystemRouteDeps): void {
  api.get(
    '/operator/drift',
    {
      config,
      schema: {
        operationId: 'getDrift',
        tags,
        summary: 'Compares charged calls of the last hours with usage records. Nothing is changed.',
        querystring: Type.Object(
          { hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 24, default: 1 })) },
          closed,
        ),
        response: { 200: DriftBody },
      },
    },
    async request => {
      const { hours = 1 } = request.query
      const found = await operations.drift(operatorIn(request), hours)
      return {
        hours,
        capturedCalls: Number(found.capturedCalls),
        missingRecords: Number(found.missingRecords),
        surplusRecords: Number(found.surplusRecords),
      }
    },
  )
}

const StagesBody = Type.Object({
  minutes: Type.Integer(),
  calls: Type.Integer({ description: 'The newest charged calls, some thousands at most' }),
  from: orNull(Time),
  items: Type.Array(
    Type.Object({
      name: Type.String({ description: 'A step of calls, or `total`', examples: ['reserve'] }),
      calls: Type.Integer({ description: 'Those that went through it' }),
      p50Ms: Type.Number(),
      p95Ms: Type.Number(),
      p99Ms: Type.Number(),
    }),
  ),
  nextPageToken: Type.Null(),
})

function addStages(api: Api, { operations }: SystemRouteDeps): void {
  api.get(
    '/operator/stages',
    {
      config,
      schema: {
        operationId: 'getStageTimes',
        tags,
        summary: 'How long each step of the newest charged calls took.',
        querystring: Type.Object(
          { minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1440, default: 60 })) },
          closed,
        ),
        response: { 200: StagesBody },
      },
    },
    async request => {
      const { minutes = 60 } = request.query
      const { stages, calls, from } = await operations.stageTimes(operatorIn(request), minutes)
      const items = stages.map(stage => ({ ...stage }))
      return { minutes, calls, from: from?.toISOString() ?? null, items, nextPageToken: null }
    },
  )
}

const LetterId = Type.String({ pattern: '^[1-9]\\d{0,17}$' })

const DeadLetterBody = Type.Object({
  id: LetterId,
  subject: Type.String(),
  reason: Type.String(),
  detail: Type.String(),
  payload: Type.String(),
  whole: Type.Boolean({ description: 'Whether the payload is all of it, so that it can be replayed' }),
  deliveries: Type.Integer(),
  firstSeenAt: Time,
  lastSeenAt: Time,
})

function addDeadLetters(api: Api, { operations }: SystemRouteDeps): void {
  api.get(
    '/operator/dead-letters',
    {
      config,
      schema: {
        operationId: 'listDeadLetters',
        tags,
        summary: 'Usage events that could not be stored, oldest first.',
        querystring: Type.Object(pageQuery, closed),
        response: { 200: pageOf(DeadLetterBody) },
      },
    },
    async request => {
      const { items, nextPageToken } = await operations.deadLetters(operatorIn(request), pageIn(request.query))
      return { items: items.map(shownLetter), nextPageToken }
    },
  )
  api.post(
    '/operator/dead-letters/replay',
    {
      config,
      schema: {
        operationId: 'replayDeadLetters',
        tags,
        summary: 'Tries dead letters again: those named, or the oldest thousand.',
        body: Type.Object({ ids: Type.Optional(Type.Array(LetterId, { minItems: 1, maxItems: 1000 })) }, closed),
        response: { 200: Type.Object({ replayed: Type.Integer(), failed: Type.Integer() }) },
      },
    },
    async request => await operations.replayDeadLetters(operatorIn(request), request.body.ids ?? []),
  )
}

function shownLetter({ isWhole, deliveryCount, firstSeenAt, lastSeenAt, ...letter }: DeadLetter) {
  return {
    ...letter,
    whole: isWhole,
    deliveries: deliveryCount,
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }
}

const CircuitBody = Type.Object({
  app: Type.String(),
  buyer: Type.Unsafe<string | null>({ ...orNull(Id), description: 'Whose calls it is for; null: everybody’s' }),
  state: Type.Union([Type.Literal('closed'), Type.Literal('open'), Type.Literal('half_open')]),
  consecutiveFailures: Type.Integer(),
  retryInMs: Type.Integer(),
})

function addCircuits(api: Api, { operations }: SystemRouteDeps): void {
  api.get(
    '/operator/circuits',
    {
      config,
      schema: {
        operationId: 'listCircuits',
        tags,
        summary: 'Circuits of apps that failed lately, of every edge.',
        response: { 200: Type.Object({ items: Type.Array(CircuitBody), nextPageToken: Type.Null() }) },
      },
    },
    async request => {
      const circuits = await operations.circuits(operatorIn(request))
      return {
        items: circuits.map(({ buyerId, ...circuit }) => ({ ...circuit, buyer: buyerId ?? null })),
        nextPageToken: null,
      }
    },
  )
  api.post(
    '/operator/circuits/reset',
    {
      config,
      schema: {
        operationId: 'resetCircuit',
        tags,
        summary: 'Closes the circuits of an app at every edge: its calls pass again.',
        body: Type.Object({ app: AppPath }, closed),
        response: { 200: Type.Object({ app: AppPath, changed: Type.Boolean() }) },
      },
    },
    async request => {
      const { app } = request.body
      return { app, changed: await operations.resetCircuit(operatorIn(request), app) }
    },
  )
}

const KeysBody = Type.Object({
  items: Type.Array(
    Type.Object({
      kid: Type.String(),
      state: Type.Union([Type.Literal('next'), Type.Literal('current'), Type.Literal('retiring')]),
      createdAt: Time,
      activatesAt: orNull(Time),
      expiresAt: orNull(Time),
    }),
  ),
  nextPageToken: Type.Null(),
})

function addSigningKeys(api: Api, { operations }: SystemRouteDeps): void {
  api.get(
    '/operator/signing-keys',
    {
      config,
      schema: {
        operationId: 'listSigningKeys',
        tags,
        summary: 'The keys that sign tokens, receipts and statements, newest first.',
        response: { 200: KeysBody },
      },
    },
    async request => shownKeys(await operations.signingKeys(operatorIn(request))),
  )
  api.post(
    '/operator/signing-keys/rotate',
    {
      config,
      schema: {
        operationId: 'rotateSigningKey',
        tags,
        summary: 'Lets the next key sign. A compromised one leaves the JWKS at once, with every token that it signed.',
        body: Type.Object({ compromised: Type.Optional(Type.Boolean()) }, closed),
        response: { 200: KeysBody },
      },
    },
    async request =>
      shownKeys(await operations.rotateSigningKey(operatorIn(request), request.body.compromised === true)),
  )
}

function shownKeys(keys: readonly SigningKey[]) {
  const items = keys.map(({ kid, state, createdAt, activatesAt, expiresAt }) => ({
    kid,
    state,
    createdAt: createdAt.toISOString(),
    activatesAt: activatesAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }))
  return { items, nextPageToken: null }
}
