import { durationBuckets, type Logger, type Metrics } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import type { FastifyRequest } from 'fastify'
import type { Api } from './api.ts'

/** Where requests are written down. */
export interface ObserveOptions {
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
}

/** One log line and one observation for each request. Neither ever holds its address, which may contain a token. */
export function observeRequests(api: Api, { clock, log, metrics }: ObserveOptions): void {
  const durations = metrics.histogram(
    'mtg_console_request_duration_seconds',
    'Requests to the API, by operation and outcome.',
    ['operation', 'outcome'],
    durationBuckets,
  )
  const startedAtMs = new WeakMap<FastifyRequest, number>()
  api.addHook('onRequest', async request => {
    startedAtMs.set(request, clock.monotonicMs())
  })
  api.addHook('onResponse', async (request, reply) => {
    const ms = clock.monotonicMs() - (startedAtMs.get(request) ?? clock.monotonicMs())
    const operation = operationOf(request)
    const error = request.failure
    const isTimed = request.routeOptions.config.isEndless !== true || error !== undefined
    if (isTimed) durations.observe(ms / 1000, { operation, outcome: error?.code ?? 'ok' })
    const line = {
      operation,
      status: reply.statusCode,
      ms: Math.round(ms),
      ...actorFacts(request),
      ...(error && { code: error.code, detail: error.detail }),
    }
    if (error !== undefined && error.status >= 500) {
      log.error(error.cause === undefined ? line : { ...line, err: error.cause }, 'request failed')
    } else log.info(line, 'request')
  })
}

/** The route's own words: a closed set. */
function operationOf(request: FastifyRequest): string {
  const { schema } = request.routeOptions
  return schema?.operationId ?? 'other'
}

function actorFacts({ actor }: FastifyRequest) {
  if (actor === undefined) return {}
  const { buyerId } = actor
  return actor.kind === 'session' ? { accountId: actor.accountId, buyerId } : { keyId: actor.keyId, buyerId }
}
