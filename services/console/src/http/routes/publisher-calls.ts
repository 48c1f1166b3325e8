import { appError } from '@mtg/errors'
import { type Clock, formatMicros } from '@mtg/primitives'
import { Type } from 'typebox'
import type { PublisherCalls } from '../../clients/publisher-calls.ts'
import type { FailedCall, PublisherUsageSum } from '../../domain/publisher-calls.ts'
import type { Api } from '../api.ts'
import { publisherIn } from '../authenticate.ts'
import { pageOf } from '../schemas/page-of.ts'
import { AppName } from '../schemas/publisher-app.ts'
import { spanIn, spanQuery } from '../schemas/time-query.ts'
import { Amount, closed, Id, pageIn, pageQuery, Time } from '../schemas/values.ts'

/** What the routes of publishers' calls answer from. */
export interface PublisherCallDeps {
  readonly publisherCalls: PublisherCalls
  readonly clock: Clock
}

const tags = ['Publisher']
const config = { access: 'account' } as const
const DAY_MS = 24 * 3_600_000
const DAYS_DEFAULT = 30
const DAYS_MAX = 400

const SumBody = Type.Object({
  group: Type.String({ description: 'A day (UTC), publisher/app, or publisher/app#tool' }),
  calls: Type.Integer({ description: 'Charged calls and those of the free tier' }),
  charged: Type.Unsafe<string>({ ...Amount, description: 'What buyers paid for them' }),
  tokens: Type.Integer(),
  buyers: Type.Integer({ description: 'Who made them' }),
})

const CountBody = Type.Object({
  code: Type.String({ examples: ['gateway_timeout'] }),
  calls: Type.Integer(),
  countsInQuality: Type.Boolean({ description: 'Whether it lowers the success rate that the catalogue shows' }),
})

const FailureBody = Type.Object({
  id: Type.Unsafe<string>({ ...Id, description: 'The call, as its answer named it' }),
  at: Time,
  operation: Type.String(),
  name: Type.String({ description: 'Tool or model' }),
  code: Type.String(),
  status: Type.Integer({ description: 'What the caller got' }),
  countsInQuality: Type.Boolean(),
  stages: Type.Array(Type.Object({ name: Type.String(), ms: Type.Number(), note: Type.String() })),
})

const NameParams = Type.Object({ name: AppName })

/** What a publisher may know of the calls of its apps; never whose they were. */
export function publisherCallRoutes(api: Api, deps: PublisherCallDeps): void {
  addUsage(api, deps)
  addFailures(api, deps)
}

function addUsage(api: Api, { publisherCalls, clock }: PublisherCallDeps): void {
  const By = Type.Union([Type.Literal('day'), Type.Literal('app'), Type.Literal('tool')])
  api.get(
    '/publisher/usage',
    {
      config,
      schema: {
        operationId: 'getPublisherUsage',
        tags,
        summary: 'What buyers paid for calls of the publisher’s apps, by day, app or tool, in whole days (UTC).',
        description: `The last ${DAYS_DEFAULT} days unless \`from\` says otherwise; at most ${DAYS_MAX}. By tool, \`app\` must be given.`,
        querystring: Type.Object({ by: Type.Optional(By), app: Type.Optional(AppName), ...spanQuery }, closed),
        response: { 200: Type.Object({ items: Type.Array(SumBody), nextPageToken: Type.Null() }) },
      },
    },
    async request => {
      const username = publisherIn(request)
      const { by = 'day', app = '' } = request.query
      if (by === 'tool' && app === '') {
        throw appError('invalid_argument', { message: 'Tools are summed up for one app.', field: '/app' })
      }
      const nowMs = clock.nowMs()
      const { from = new Date(nowMs - (DAYS_DEFAULT - 1) * DAY_MS), to = new Date(nowMs) } = spanIn(request.query)
      if (to.getTime() - from.getTime() > (DAYS_MAX - 1) * DAY_MS) {
        const message = `At most ${DAYS_MAX} days are summed up at once.`
        throw appError('invalid_argument', { message, field: '/from' })
      }
      const sums = await publisherCalls.sums(username, { appName: app, grouping: by, from, to })
      return { items: sums.map(shownSum), nextPageToken: null }
    },
  )
}

function addFailures(api: Api, { publisherCalls }: PublisherCallDeps): void {
  api.get(
    '/publisher/apps/:name/failure-counts',
    {
      config,
      schema: {
        operationId: 'countFailures',
        tags,
        summary: 'How often calls of an app failed in each way, most frequent first; of the newest 10,000.',
        params: NameParams,
        querystring: Type.Object(spanQuery, closed),
        response: { 200: Type.Object({ items: Type.Array(CountBody), nextPageToken: Type.Null() }) },
      },
    },
    async request => {
      const app = `${publisherIn(request)}/${request.params.name}`
      const items = await publisherCalls.failureCounts(app, spanIn(request.query))
      return { items: items.map(count => ({ ...count })), nextPageToken: null }
    },
  )
  api.get(
    '/publisher/apps/:name/failures',
    {
      config,
      schema: {
        operationId: 'listFailures',
        tags,
        summary: 'Calls of an app that failed, newest first, with how far each came. They are kept for some days.',
        description: 'Whose calls they were is not told, nor calls that only their buyer can do something about.',
        params: NameParams,
        querystring: Type.Object(
          {
            ...pageQuery,
            ...spanQuery,
            code: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Exactly' })),
          },
          closed,
        ),
        response: { 200: pageOf(FailureBody) },
      },
    },
    async request => {
      const app = `${publisherIn(request)}/${request.params.name}`
      const query = { code: request.query.code ?? '', ...spanIn(request.query) }
      const { items, nextPageToken } = await publisherCalls.failures(app, query, pageIn(request.query))
      return { items: items.map(shownFailure), nextPageToken }
    },
  )
}

const shownSum = ({ chargedMicros, ...sum }: PublisherUsageSum) => ({ ...sum, charged: formatMicros(chargedMicros) })

const shownFailure = ({ startedAt, stages, ...call }: FailedCall) => ({
  ...call,
  at: startedAt.toISOString(),
  stages: stages.map(stage => ({ ...stage })),
})
