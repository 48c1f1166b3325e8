import { appError } from '@mtg/errors'
import {
  type Attributes,
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Logger } from './logger.ts'

/** Who is on the other side of a span. */
export type SpanRole = 'server' | 'client' | 'producer' | 'consumer' | 'internal'

/** A span that was sampled, or one that costs nothing because it was not. */
export interface Span {
  /** Whether anything is recorded: callers may skip making attributes. */
  readonly recording: boolean
  /** W3C `traceparent` of this span, for the next hop. */
  readonly traceparent: string | undefined
  child(name: string, role?: SpanRole, attributes?: Attributes): Span
  setAttributes(attributes: Attributes): void
  /** `failure` is an error code; spans never carry messages or credentials. */
  end(failure?: string): void
}

/** Hand-made spans: automatic instrumentation costs more than a whole call. */
export interface Telemetry {
  readonly enabled: boolean
  /**
   * Starts the root span of a unit of work. A caller's valid `traceparent` decides whether it is sampled; without one
   * the configured ratio does.
   */
  startSpan(name: string, role: SpanRole, traceparent?: string, attributes?: Attributes): Span
  /** Hands over what is left, within a bound. Never rejects: a collector that is away must not spoil a stop. */
  close(): Promise<void>
}

/** How to trace. */
export interface TelemetryOptions {
  readonly service: string
  /** OTLP/HTTP collector; undefined: no tracing at all. */
  readonly endpoint: string | undefined
  readonly sampleRatio: number
  readonly log: Logger
  /** Random numbers for sampling; tests give their own. */
  readonly random?: () => number
}

const CLOSE_TIMEOUT_MS = 2000
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
const ZERO_TRACE = '0'.repeat(32)
const ZERO_SPAN = '0'.repeat(16)

const roles: Readonly<Record<SpanRole, SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

const unsampled: Span = {
  recording: false,
  traceparent: undefined,
  child: () => unsampled,
  setAttributes: () => {},
  end: () => {},
}

/** Tracing that does nothing. */
export const noTelemetry: Telemetry = { enabled: false, startSpan: () => unsampled, close: async () => {} }

/**
 * Starts tracing. The OpenTelemetry SDK is loaded only when there is a collector, and a failure to start is logged as
 * `trace_error` and never stops the service (spec "Internal": trace_error is non-critical).
 */
export async function startTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  if (options.endpoint === undefined) return noTelemetry
  try {
    return await startSdk(options, options.endpoint)
  } catch (thrown) {
    options.log.error({ err: appError('trace_error', { cause: thrown }) }, 'tracing could not be started')
    return noTelemetry
  }
}

async function startSdk(options: TelemetryOptions, endpoint: string): Promise<Telemetry> {
  const { NodeSDK } = await import('@opentelemetry/sdk-node')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const sdk = new NodeSDK({
    serviceName: options.service,
    traceExporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
    instrumentations: [],
  })
  sdk.start()
  const tracer = trace.getTracer('metered-tool-gateway')
  const random = options.random ?? Math.random
  return {
    enabled: true,
    startSpan(name, role, traceparent, attributes) {
      const parent = parseTraceparent(traceparent)
      const sampled = parent === undefined ? random() < options.sampleRatio : parent.sampled
      if (!sampled) return unsampled
      const parentContext = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent.spanContext)
      return startSpan(tracer, name, role, parentContext, attributes)
    },
    close: () => shutDown(sdk, options.log),
  }
}

async function shutDown(sdk: { shutdown(): Promise<void> }, log: Logger): Promise<void> {
  // The SDK registers itself for the whole process; another one could not be started beside it.
  trace.disable()
  const finished = sdk.shutdown().catch((cause: unknown) => {
    log.warn({ err: appError('trace_error', { cause }) }, 'the last spans could not be handed over')
  })
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>(resolve => {
    timer = setTimeout(resolve, CLOSE_TIMEOUT_MS)
  })
  await Promise.race([finished, timeout])
  clearTimeout(timer)
}

function startSpan(
  tracer: Tracer,
  name: string,
  role: SpanRole,
  parent: typeof ROOT_CONTEXT,
  attributes: Attributes = {},
): Span {
  const span = tracer.startSpan(name, { kind: roles[role], attributes }, parent)
  const { traceId, spanId } = span.spanContext()
  return {
    recording: true,
    traceparent: `00-${traceId}-${spanId}-01`,
    child: (childName, childRole = 'internal', childAttributes = {}) =>
      startSpan(tracer, childName, childRole, trace.setSpan(context.active(), span), childAttributes),
    setAttributes: more => void span.setAttributes(more),
    end(failure) {
      if (failure !== undefined) {
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttribute('error.type', failure)
      }
      span.end()
    },
  }
}

function parseTraceparent(text: string | undefined) {
  const match = text === undefined ? null : TRACEPARENT.exec(text)
  const [, traceId = ZERO_TRACE, spanId = ZERO_SPAN, flags = '00'] = match ?? []
  if (traceId === ZERO_TRACE || spanId === ZERO_SPAN) return undefined
  const sampled = (Number.parseInt(flags, 16) & TraceFlags.SAMPLED) !== 0
  return { sampled, spanContext: { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true } }
}
