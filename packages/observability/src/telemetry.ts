import { appError } from '@mtg/errors'
import { type Clock, systemClock } from '@mtg/primitives'
import type { Attributes } from '@opentelemetry/api'
import type { Logger } from './logger.ts'
import { createSampling, type SamplerName } from './sampling.ts'
import { noSpan, type Span, type SpanRole } from './span.ts'
import { parseTraceparent } from './traceparent.ts'

/** Hand-made spans: automatic instrumentation costs more than a whole call. */
export interface Telemetry {
  readonly enabled: boolean
  /** Begins a trace, or joins the caller's, if the sampler says so. For where calls come in. */
  startSpan(name: string, role: SpanRole, traceparent?: string, attributes?: Attributes): Span
  /** As `startSpan`, for a message that travels inside a request of its own: the new span links to the request's. */
  startMessageSpan(name: string, traceparent: string, request: Span): Span
  /** Joins a trace of the gateway's own: a span when `traceparent` says that it is sampled, else nothing. */
  joinSpan(name: string, role: SpanRole, traceparent: string | undefined, attributes?: Attributes): Span
  /** Hands over what is left, within a bound. Never rejects: a collector that is away must not spoil a stop. */
  close(): Promise<void>
}

/** How to trace. */
export interface TelemetryOptions {
  readonly service: string
  /** Of the release; left out where nobody said. */
  readonly version?: string
  /** OTLP/HTTP collector; undefined: no tracing at all. */
  readonly endpoint: string | undefined
  readonly sampler: SamplerName
  /** For the samplers with a ratio. */
  readonly sampleRatio: number
  /** Default: no bound. */
  readonly tracesPerSecondMax?: number
  /** How long finished spans wait for company; default 5,000. */
  readonly exportDelayMs?: number
  readonly log: Logger
  readonly clock?: Clock
  /** Random numbers for sampling; tests give their own. */
  readonly random?: () => number
}

/** Tracing that does nothing. */
export const noTelemetry: Telemetry = {
  enabled: false,
  startSpan: () => noSpan,
  startMessageSpan: () => noSpan,
  joinSpan: () => noSpan,
  close: async () => {},
}

/**
 * Starts tracing. The OpenTelemetry SDK is loaded only when there is a collector, and a failure to start is logged as
 * `trace_error` and never stops the service (spec "Internal": trace_error is non-critical).
 */
export async function startTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  if (options.endpoint === undefined) return noTelemetry
  try {
    return await startTracing(options, options.endpoint)
  } catch (thrown) {
    options.log.error({ err: appError('trace_error', { cause: thrown }) }, 'tracing could not be started')
    return noTelemetry
  }
}

async function startTracing(options: TelemetryOptions, endpoint: string): Promise<Telemetry> {
  const { openSpans } = await import('./spans.ts')
  const { service, version, log, exportDelayMs } = options
  const spans = openSpans({
    service,
    version,
    endpoint,
    log,
    ...(exportDelayMs === undefined ? {} : { exportDelayMs }),
  })
  const isSampled = createSampling({
    sampler: options.sampler,
    ratio: options.sampleRatio,
    tracesPerSecondMax: options.tracesPerSecondMax ?? Number.POSITIVE_INFINITY,
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
  })
  return {
    enabled: true,
    startSpan(name, role, traceparent, attributes) {
      const parent = parseTraceparent(traceparent)
      return isSampled(parent) ? spans.start({ name, role, attributes }, parent) : noSpan
    },
    startMessageSpan(name, traceparent, request) {
      const parent = parseTraceparent(traceparent)
      return parent !== undefined && isSampled(parent)
        ? spans.start({ name, role: 'server', linked: request }, parent)
        : noSpan
    },
    joinSpan(name, role, traceparent, attributes) {
      const parent = parseTraceparent(traceparent)
      return parent?.sampled === true ? spans.start({ name, role, attributes }, parent) : noSpan
    },
    close: () => spans.close(),
  }
}
