import * as grpc from '@grpc/grpc-js'
import { type AppError, appError } from '@mtg/errors'
import { type Logger, type Metrics } from '@mtg/observability'
import { systemClock } from '@mtg/primitives'
import { administrationKeys } from './administration.ts'
import type { Caller } from './callers.ts'
import { FORWARDED } from './forwarded.ts'
import { type Recognize, readCallers } from './identity.ts'
import { isOpen, isPeer, mayCall } from './method-rows.ts'
import { toServiceError } from './status.ts'

/** Who may call, and who is told of those that may not. */
export interface GateOptions {
  /** GRPC_CALLERS. */
  readonly callers: string
  readonly domain: string
  readonly log: Logger
  readonly metrics?: Metrics | undefined
}

const LOG_INTERVAL_MS = 1000
const BEARER = 'Bearer '

/**
 * Stands before every method of a server: before a message is read, let alone parsed, it is known who calls and that they
 * may. A stream is asked when it is opened. None when anyone may call.
 */
export function createGate(options: GateOptions): grpc.ServerInterceptor[] {
  const recognize = readCallers(options.callers)
  if (recognize === undefined) {
    options.log.warn({}, 'GRPC_CALLERS=anyone: whoever reaches this port may call everything')
    return []
  }
  const report = createReport(options)
  return [
    (method, call) =>
      new grpc.ServerInterceptingCall(call, {
        start(next) {
          next({
            onReceiveMetadata(metadata, receive) {
              const caller = callerIn(recognize, metadata)
              const refusal = refusalOf(caller, method.path)
              if (refusal === undefined) return receive(naming(metadata, caller, method.path))
              report(refusal, method.path)
              const { code, details, metadata: trailer } = toServiceError(refusal, options.domain)
              call.sendStatus({ code: code ?? grpc.status.INTERNAL, details: details ?? '', metadata: trailer ?? null })
            },
          })
        },
      }),
  ]
}

function callerIn(recognize: Recognize, metadata: grpc.Metadata): Caller | undefined {
  const given = String(metadata.get('authorization')[0] ?? '')
  return given.startsWith(BEARER) ? recognize(given.slice(BEARER.length)) : undefined
}

/** Tells what stands behind the gate who calls, whatever the caller says of that. */
function naming(metadata: grpc.Metadata, caller: Caller | undefined, path: string): grpc.Metadata {
  if (caller === undefined || !isPeer(caller, path)) metadata.remove(FORWARDED)
  metadata.remove(administrationKeys.caller)
  if (caller !== undefined) metadata.set(administrationKeys.caller, caller)
  return metadata
}

function refusalOf(caller: Caller | undefined, path: string): AppError | undefined {
  if (isOpen(path)) return undefined
  if (caller === undefined) return appError('unauthenticated')
  return mayCall(caller, path) ? undefined : appError('permission_denied', { detail: { caller } })
}

/** Counts every refusal; tells the log of one a second, since who is refused may ask as often as they like. */
function createReport({ log, metrics }: GateOptions): (refusal: AppError, method: string) => void {
  const counter = metrics?.counter('mtg_rpc_refused_total', 'gRPC calls of those who may not make them.', [
    'caller',
    'code',
  ])
  let toldAtMs = Number.NEGATIVE_INFINITY
  return (refusal, method) => {
    const caller = typeof refusal.detail.caller === 'string' ? refusal.detail.caller : 'unknown'
    counter?.inc({ caller, code: refusal.code })
    const nowMs = systemClock.monotonicMs()
    if (nowMs - toldAtMs < LOG_INTERVAL_MS) return
    toldAtMs = nowMs
    log.warn({ caller, code: refusal.code, method }, 'a gRPC call was refused')
  }
}
