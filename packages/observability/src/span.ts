import type { Attributes } from '@opentelemetry/api'

/** Who is on the other side of a span. */
export type SpanRole = 'server' | 'client' | 'producer' | 'consumer' | 'internal'

/** A span that was sampled, or one that costs nothing because it was not. */
export interface Span {
  /** Whether anything is recorded: callers may skip making attributes. */
  readonly recording: boolean
  /** W3C `traceparent` of this span, for the next hop. */
  readonly traceparent: string | undefined
  /** Hexadecimal ids for log lines; empty unless recording. */
  readonly traceId: string
  readonly spanId: string
  child(name: string, role?: SpanRole, attributes?: Attributes): Span
  rename(name: string): void
  /** Texts that look like credentials are masked. */
  setAttributes(attributes: Attributes): void
  /** `failure` is an error code, and marks the span as failed; spans never carry messages or credentials. */
  end(failure?: string): void
}

/** The span of everything that is not sampled. */
export const noSpan: Span = {
  recording: false,
  traceparent: undefined,
  traceId: '',
  spanId: '',
  child: () => noSpan,
  rename: () => {},
  setAttributes: () => {},
  end: () => {},
}
