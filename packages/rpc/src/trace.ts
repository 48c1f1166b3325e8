import { type AppError, catalogue, toAppError } from '@mtg/errors'
import type { Span, Telemetry } from '@mtg/observability'

/** The method of a span, such as "gateway.billing.v1.ReservationService/Reserve". */
type MethodPath = string

const startAttributes = (method: MethodPath) => ({ 'rpc.system.name': 'grpc', 'rpc.method': method })

/**
 * Calls under a client span; `call` hands the traceparent to the server. When the caller is not traced it is empty, and
 * this costs nothing. `refusalOf` finds the error in a result that is one.
 */
export function traceCall<T>(
  parent: Span,
  method: MethodPath,
  call: (traceparent: string) => Promise<T>,
  refusalOf?: (result: T) => AppError | undefined,
): Promise<T> {
  if (!parent.recording) return call('')
  const span = parent.child(method, 'client', startAttributes(method))
  const end = (error: AppError | undefined) => endAs(span, error, error?.code)
  return settled(call(span.traceparent ?? ''), end, refusalOf)
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
  return settled(serve(), error => endAs(span, error, error?.owner === 'gateway' ? error.code : undefined))
}

async function settled<T>(
  work: Promise<T>,
  end: (error: AppError | undefined) => void,
  refusalOf: (result: T) => AppError | undefined = () => undefined,
): Promise<T> {
  try {
    const result = await work
    end(refusalOf(result))
    return result
  } catch (thrown) {
    end(toAppError(thrown))
    throw thrown
  }
}

function endAs(span: Span, error: AppError | undefined, failure: string | undefined): void {
  const status = error === undefined ? 'OK' : catalogue[error.code].grpc
  span.setAttributes({ 'mtg.code': error?.code ?? 'ok', 'rpc.response.status_code': status })
  span.end(failure)
}
