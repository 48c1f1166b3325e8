import { appError } from '@mtg/errors'
import { formatMicros, parseMicros } from '@mtg/primitives'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type PublishingDeps, probeApp, putApp } from '../../use-cases/publishers/put-app.ts'
import type { Api } from '../api.ts'
import { publisherIn, sessionIn } from '../authenticate.ts'
import type { RateLimit } from '../rate-limits.ts'
import { pageOf } from '../schemas/page-of.ts'
import { AppBody, AppInput, AppName, appIn, shownApp, ToolPricesInput, toolPricesIn } from '../schemas/publisher-app.ts'
import { Amount, AmountInput, closed, pageIn, pageQuery, Time } from '../schemas/values.ts'
import { IfMatch, tagged, versionIn } from '../versions.ts'

/** What the routes of a publisher's apps answer from. */
export interface PublisherAppDeps extends PublishingDeps {
  /** The gateway's own, where apps are called. */
  readonly baseUrl: string
  /** Of questions to publishers' servers, by account. */
  readonly probes: RateLimit
}

const NameParams = Type.Object({ name: AppName })
const IfNoneMatch = { 'if-none-match': Type.Optional(Type.Literal('*', { description: 'Only make it' })) }
const Model = Type.Object(
  {
    model: Type.Optional(
      Type.String({ maxLength: 256, description: 'What a server of chat completions is asked for' }),
    ),
  },
  closed,
)
const tags = ['Publisher']
const BODY_BYTES_MAX = 1024 * 1024

/** A publisher's own apps. */
export function publisherAppRoutes(api: Api, deps: PublisherAppDeps): void {
  addReading(api, deps)
  addPut(api, deps)
  addDelete(api, deps)
  addProbe(api, deps)
  addRehearsal(api, deps)
}

function addReading(api: Api, { ownApps, baseUrl }: PublisherAppDeps): void {
  api.get(
    '/publisher/apps',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'listOwnApps',
        tags,
        summary: 'The publisher’s apps by name, published or not.',
        querystring: Type.Object(pageQuery, closed),
        response: { 200: pageOf(AppBody) },
      },
    },
    async request => {
      const username = publisherIn(request)
      const { items, nextPageToken } = await ownApps.list(username, pageIn(request.query))
      return { items: items.map(app => shownApp(app, username, baseUrl)), nextPageToken }
    },
  )
  api.get(
    '/publisher/apps/:name',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'getOwnApp',
        tags,
        summary: 'One of them, with what its server says. Its ETag goes into If-Match of a change.',
        params: NameParams,
        response: { 200: AppBody },
      },
    },
    async (request, reply) => {
      const username = publisherIn(request)
      const app = await ownApps.find(username, request.params.name)
      return shownApp(tagged(reply, app), username, baseUrl)
    },
  )
}

function addPut(api: Api, deps: PublisherAppDeps): void {
  api.put(
    '/publisher/apps/:name',
    {
      bodyLimit: BODY_BYTES_MAX,
      config: { access: 'account' },
      schema: {
        operationId: 'putOwnApp',
        tags,
        summary: 'Makes an app, or changes all of it.',
        description:
          'An app that is to be published has its server asked what it offers first; what it answers fills the listing. A lower ' +
          'price holds at once. A higher one holds at once while nobody has bought the paid tier; else it is announced, and holds ' +
          'for everybody after the notice period (7 days unless set otherwise). To put the old price again withdraws it.',
        params: NameParams,
        querystring: Model,
        headers: Type.Object({ ...IfMatch, ...IfNoneMatch }),
        body: AppInput,
        response: { 200: AppBody, 201: AppBody },
      },
    },
    async (request, reply) => {
      const username = publisherIn(request)
      const { params, query, body, headers } = request
      if (body.name !== undefined && body.name !== params.name) {
        throw appError('invalid_argument', { message: 'name is that of the path, if at all.', field: '/name' })
      }
      const { app, isNew } = await putApp(countingProbes(deps, request), username, {
        app: appIn(params.name, body),
        model: query.model ?? '',
        expectedVersion: headers['if-none-match'] === '*' ? -1n : versionIn(headers['if-match']),
      })
      return await reply.code(isNew ? 201 : 200).send(shownApp(tagged(reply, app), username, deps.baseUrl))
    },
  )
}

function addDelete(api: Api, { ownApps }: PublisherAppDeps): void {
  api.delete(
    '/publisher/apps/:name',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'deleteOwnApp',
        tags,
        summary: 'Takes an app out of the catalogue for good. Who has it may call it until the end of their window.',
        params: NameParams,
        headers: Type.Object(IfMatch),
        response: {
          200: Type.Object({
            callableUntil: Type.Union([Time, Type.Null()], {
              description: 'For the last of its buyers; null: nobody may',
            }),
          }),
        },
      },
    },
    async request => {
      const expectedVersion = versionIn(request.headers['if-match'])
      const until = await ownApps.remove(publisherIn(request), request.params.name, expectedVersion)
      return { callableUntil: until?.toISOString() ?? null }
    },
  )
}

function addProbe(api: Api, deps: PublisherAppDeps): void {
  api.post(
    '/publisher/apps/:name/probe',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'probeOwnApp',
        tags,
        summary: 'Asks the app’s server again what it offers, and lists that.',
        params: NameParams,
        querystring: Model,
        response: { 200: AppBody },
      },
    },
    async (request, reply) => {
      const username = publisherIn(request)
      const { name } = request.params
      const app = await probeApp(countingProbes(deps, request), username, { name, model: request.query.model ?? '' })
      return shownApp(tagged(reply, app), username, deps.baseUrl)
    },
  )
}

/** Each question makes the gateway call a server that its publisher names, so an account may have it ask so often only. */
function countingProbes({ edges, probes, ...deps }: PublisherAppDeps, request: FastifyRequest): PublishingDeps {
  const { accountId } = sessionIn(request)
  return {
    ...deps,
    edges: {
      ...edges,
      probe(wanted) {
        probes.count(accountId)
        return edges.probe(wanted)
      },
    },
  }
}

const BuyerCount = Type.Union([Type.Integer(), Type.Null()])

function addRehearsal(api: Api, { ownApps }: PublisherAppDeps): void {
  api.post(
    '/publisher/apps/:name/rehearsal',
    {
      config: { access: 'account' },
      schema: {
        operationId: 'rehearsePrices',
        tags,
        summary: 'What the paid calls of the last 30 days would have come to at other prices. Nothing changes.',
        description:
          'The two counts of buyers are told only when at least five buyers have called: fewer could be found out.',
        params: NameParams,
        body: Type.Object({ price: AmountInput, tools: Type.Optional(ToolPricesInput) }, closed),
        response: {
          200: Type.Object({
            from: Time,
            to: Time,
            calls: Type.Integer({ description: 'Charged calls of the paid tier' }),
            buyers: Type.Integer(),
            revenue: Type.Object({ before: Amount, after: Amount }),
            capped: { ...BuyerCount, description: 'Buyers who would have run into a limit of a key' },
            short: { ...BuyerCount, description: 'Buyers whose wallet could not have paid for all' },
          }),
        },
      },
    },
    async request => {
      const { price, tools } = request.body
      const prices = { tierMicros: parseMicros(price), tools: toolPricesIn(tools) }
      const rehearsal = await ownApps.rehearse(publisherIn(request), request.params.name, prices)
      const { from, to, calls, buyers, beforeMicros, afterMicros, capped = null, short = null } = rehearsal
      const revenue = { before: formatMicros(beforeMicros), after: formatMicros(afterMicros) }
      return { from: from.toISOString(), to: to.toISOString(), calls, buyers, revenue, capped, short }
    },
  )
}
