import { appError } from '@mtg/errors'
import { endsWithin, systemClock, uuidv7 } from '@mtg/primitives'
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  hostDetector,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from './logger.ts'
import { redactText } from './redact.ts'
import type { Span, SpanRole } from './span.ts'
import type { ParentSpan } from './traceparent.ts'

/** Makes spans that are recorded, and hands them to a collector. */
export interface Spans {
  start(head: SpanHead, parent: ParentSpan | undefined): Span
  /** Hands over what is left, within a bound. Never rejects. */
  close(): Promise<void>
}

/** Whose spans they are, and where they go. */
export interface SpansOptions {
  readonly service: string
  /** Of the release; left out where nobody said. */
  readonly version?: string | undefined
  readonly endpoint: string
  readonly exportDelayMs?: number
  readonly log: Logger
}

const CLOSE_TIMEOUT_MS = 2000
const EXPORT_TIMEOUT_MS = 10_000
const ATTRIBUTE_LENGTH_MAX = 256
const NAME_LENGTH_MAX = 128

const roles: Readonly<Record<SpanRole, SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/** Opens the way to a collector. Nothing is registered for the whole process, so several may be open. */
export function openSpans({ service, version, endpoint, exportDelayMs, log }: SpansOptions): Spans {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  tellFailures(exporter, log)
  const delay = exportDelayMs === undefined ? {} : { scheduledDelayMillis: exportDelayMs }
  const provider = new TracerProvider({
    // Whether a span is made at all is decided before; the SDK must not draw again.
    sampler: new AlwaysOnSampler(),
    resource: resourceOf(service, version),
    spanLimits: { attributeValueLengthLimit: ATTRIBUTE_LENGTH_MAX },
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT_MS, ...delay })],
  })
  const tracer = provider.getTracer('metered-tool-gateway')
  return {
    start: (head, parent) => startSpan(tracer, contextOf(parent), head),
    close: () => shutDown(provider, log),
  }
}

/** Says once when spans begin to be lost, and once when they no longer are. */
function tellFailures(exporter: OTLPTraceExporter, log: Logger): void {
  const send = exporter.export.bind(exporter)
  let isFailing = false
  exporter.export = (spans, done) =>
    send(spans, result => {
      // This exporter gives every failure its error.
      const hasFailed = result.error !== undefined
      if (hasFailed && !isFailing) {
        const err = appError('trace_error', { cause: result.error })
        log.warn({ err, spans: spans.length }, 'the collector takes no spans: they are lost')
      }
      if (!hasFailed && isFailing) log.info({}, 'the collector takes spans again')
      isFailing = hasFailed
      done(result)
    })
}

function resourceOf(service: string, version: string | undefined) {
  const detected = detectResources({ detectors: [hostDetector, resourceAttributesEnvDetector] })
  const own = resourceFromAttributes({
    'service.namespace': 'metered-tool-gateway',
    'service.name': service,
    ...(version !== undefined && { 'service.version': version }),
    'service.instance.id': uuidv7(systemClock.nowMs()),
  })
  return defaultResource().merge(detected).merge(own)
}

function contextOf(parent: ParentSpan | undefined): Context {
  if (parent === undefined) return ROOT_CONTEXT
  const { traceId, spanId } = parent
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
}

/** What a span is called, and what it begins with. */
interface SpanHead {
  readonly name: string
  readonly role: SpanRole
  readonly attributes?: Attributes | undefined
  /** Has to do with it, and is not above it. */
  readonly linked?: Span | undefined
}

function startSpan(tracer: Tracer, parent: Context, { name, role, attributes = {}, linked }: SpanHead): Span {
  const links = linked?.recording === true ? [{ context: contextIn(linked) }] : []
  const span = tracer.startSpan(safeName(name), { kind: roles[role], attributes: masked(attributes), links }, parent)
  const { traceId, spanId } = span.spanContext()
  const own = trace.setSpan(ROOT_CONTEXT, span)
  return {
    recording: true,
    traceparent: `00-${traceId}-${spanId}-01`,
    traceId,
    spanId,
    child: (childName, childRole = 'internal', more = {}) =>
      startSpan(tracer, own, { name: childName, role: childRole, attributes: more }),
    rename: newName => void span.updateName(safeName(newName)),
    setAttributes: more => void span.setAttributes(masked(more)),
    end(failure) {
      if (failure !== undefined) {
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttribute('error.type', failure)
      }
      span.end()
    },
  }
}

const contextIn = ({ traceId, spanId }: Span) => ({ traceId, spanId, traceFlags: TraceFlags.SAMPLED })

const safeName = (name: string) => redactText(name.slice(0, NAME_LENGTH_MAX))

/** Names in attributes come from callers, who may put a key anywhere. */
function masked(attributes: Attributes): Attributes {
  const entries = Object.entries(attributes)
  return Object.fromEntries(entries.map(([key, value]) => [key, typeof value === 'string' ? redactText(value) : value]))
}

async function shutDown(provider: TracerProvider, log: Logger): Promise<void> {
  const finished = provider.shutdown().catch((cause: unknown) => {
    log.warn({ err: appError('trace_error', { cause }) }, 'the last spans could not be handed over')
  })
  await endsWithin(finished, CLOSE_TIMEOUT_MS)
}
