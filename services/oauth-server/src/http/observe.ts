import { durationBuckets, type Logger, type Metrics } from '@mtg/observability'
import { type Clock } from '@mtg/primitives'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: string
  }
}

/** Where requests are written down. */
export interface ObserveOptions {
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
}

/** One log line and one observation for each request. Neither ever contains its address, which may hold a key. */
export function observeRequests(app: FastifyInstance, { clock, log, metrics }: ObserveOptions): void {
  const durations = metrics.histogram(
    'mtg_oauth_request_duration_seconds',
    'Requests for tokens, logins, consent and metadata, by endpoint and outcome.',
    ['endpoint', 'outcome'],
    durationBuckets,
  )
  const startedAtMs = new WeakMap<FastifyRequest, number>()
  app.addHook('onRequest', async request => {
    startedAtMs.set(request, clock.monotonicMs())
  })
  app.addHook('onResponse', async (request, reply) => {
    const ms = clock.monotonicMs() - (startedAtMs.get(request) ?? clock.monotonicMs())
    const endpoint = request.routeOptions.config.endpoint ?? 'unknown'
    const { error, ...facts } = request.facts
    durations.observe(ms / 1000, { endpoint, outcome: error?.code ?? 'ok' })
    const line = {
      endpoint,
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(ms),
      ...facts,
      ...(error && { code: error.code, detail: error.detail }),
    }
    if (error !== undefined && error.status >= 500) {
      log.error(error.cause === undefined ? line : { ...line, err: error.cause }, 'request failed')
    } else log.info(line, 'request')
  })
}
