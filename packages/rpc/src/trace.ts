import { type AppError, catalogue, toAppError } from '@mtg/errors'
import type { Span, Telemetry } from '@mtg/runtime'

/** The method of a span, such as "gateway.billing.v1.ReservationService/Reserve". */
type MethodPath = string

const startAttributes = (method: MethodPath) => ({ 'rpc.system.name': 'grpc', 'rpc.method': method })

/**
 * Calls under a client span; `call` hands the traceparent to the server. When the caller is not traced it is empty, and
 * this costs nothing.
 */
export function traceCall<T>(parent: Span, method: MethodPath, call: (traceparent: string) => Promise<T>): Promise<T> {
  if (!parent.recording) return call('')
  const span = parent.child(method, 'client', startAttributes(method))
  return ended(span, call(span.traceparent ?? ''), error => error.code)
}

/** Serves under a server span when the caller's `traceparent` asks for one. What callers did wrong is no failure of it. */
export function traceServed<T>(
  telemetry: Telemetry,
  method: MethodPath,
  traceparent: string,
  serve: () => Promise<T>,
): Promise<T> {
  if (traceparent === '') return serve()
  const span = telemetry.joinSpan(method, 'server', traceparent, startAttributes(method))
  if (!span.recording) return serve()
  return ended(span, serve(), error => (error.owner === 'gateway' ? error.code : undefined))
}

async function ended<T>(span: Span, work: Promise<T>, failureOf: (error: AppError) => string | undefined): Promise<T> {
  try {
    const result = await work
    span.setAttributes({ 'rpc.response.status_code': 'OK' })
    span.end()
    return result
  } catch (thrown) {
    const error = toAppError(thrown)
    span.setAttributes({ 'rpc.response.status_code': catalogue[error.code].grpc, 'mtg.code': error.code })
    span.end(failureOf(error))
    throw thrown
  }
}
