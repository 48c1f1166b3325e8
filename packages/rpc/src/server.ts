import * as grpc from '@grpc/grpc-js'
import type { ServiceRef } from '@mtg/contracts'
import { appError, toAppError } from '@mtg/errors'
import { durationBuckets, type Logger, type Metrics, noTelemetry, type Telemetry } from '@mtg/observability'
import { fieldOf, joinAddress, splitAddress, systemClock } from '@mtg/primitives'
import { type Administration, administer } from './administration.ts'
import type { BatchHandler, OpenStream } from './batch-server.ts'
import { isForwarded } from './forwarded.ts'
import { createGate } from './gate.ts'
import { type HealthSource, serveHealth, untilHealthy } from './health.ts'
import { addReflection } from './reflection.ts'
import { serverLimits } from './server-limits.ts'
import type { MethodName, ReceivedRequestOf, ResponseOf } from './shapes.ts'
import { asOwnFault, toServiceError } from './status.ts'
import { traceServed } from './trace.ts'
import { isUnreadable, markUnreadable, unreadableStatus } from './unreadable.ts'

/** What a handler may know beside the request. */
export interface CallContext {
  /** Aborted when the caller cancels or its deadline passes. */
  readonly signal: AbortSignal
  /** Milliseconds left of the caller's deadline when the handler was called; Infinity when it set none. */
  readonly remainingMs: number
  /** Whether another cell of this service has handed it on, so that this one answers by itself. */
  readonly isForwarded: boolean
}

/** A unary method: throws an AppError to refuse. */
type UnaryHandler<Request, Response> = (request: Request, context: CallContext) => Promise<Response> | Response

/** A handler per method; streams are made with `batchHandler`. */
export type Handlers<Definition> = {
  readonly [Name in MethodName<Definition>]:
    | UnaryHandler<ReceivedRequestOf<Definition, Name>, ResponseOf<Definition, Name>>
    | BatchHandler<ReceivedRequestOf<Definition, Name>, ResponseOf<Definition, Name>>
}

/** A service with its handlers, for `serveGrpc`. */
export interface Implementation {
  readonly name: string
  readonly definition: grpc.ServiceDefinition
  readonly handlers: Readonly<Record<string, unknown>>
}

/** Ties handlers to a service; a missing or misnamed method does not compile. */
export function implement<Definition>(ref: ServiceRef<Definition>, handlers: Handlers<Definition>): Implementation {
  return { name: ref.name, definition: ref.definition, handlers }
}

/** Where to listen, what to serve, and to whom. */
export interface ServerOptions {
  /** "host:port"; port 0 takes a free one. */
  readonly listen: string
  readonly log: Logger
  /** Names the service in ErrorInfo.domain, such as "gateway.billing". */
  readonly domain: string
  readonly implementations: readonly Implementation[]
  /** GRPC_CALLERS: who calls, by the hash of what they show. What each may call is in `access.ts`. */
  readonly callers: string
  /** Who is an operator, and where their acts are written down. Without it there are no administrative methods. */
  readonly administration?: Administration
  /** Feeds grpc.health.v1: "" for the whole service, and a name per check. */
  readonly health: HealthSource
  /** Makes a span of each unary call whose metadata has a sampled `traceparent`; batched items are their handlers' own. */
  readonly telemetry?: Telemetry
  /** Counts and times unary calls; batched items are counted by their handlers. */
  readonly metrics?: Metrics
  /** How long `close` waits for calls under way; default 10,000. */
  readonly closeTimeoutMs?: number
}

/** A listening gRPC server. */
export interface GrpcServer {
  /** "host:port" with the real port. */
  readonly address: string
  /** Stops taking calls, waits for those under way (bounded), then closes. */
  close(): Promise<void>
}

const CLOSE_TIMEOUT_MS = 10_000
const START_WAIT_MS = 2000

/**
 * Serves gRPC with health and reflection. Listens when everything it needs is there, or after two seconds. Every
 * refusal leaves as google.rpc.Status with the catalogue's code.
 */
export async function serveGrpc(options: ServerOptions): Promise<GrpcServer> {
  const server = new grpc.Server({
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5_000,
    ...serverLimits.options,
    interceptors: createGate(options),
  })
  const streams = new Set<OpenStream>()
  for (const implementation of options.implementations) addService(server, implementation, options, streams)
  addReflection(server, options.implementations)
  const health = serveHealth(server, options.health)

  // Callers turn to a new replica as soon as it listens, so it should be able to answer by then.
  await untilHealthy(options.health, START_WAIT_MS)
  const port = await bind(server, options.listen)
  return {
    address: joinAddress({ host: splitAddress(options.listen).host, port }),
    async close() {
      health.close()
      for (const stream of streams) stream.drain()
      await shutdown(server, options.closeTimeoutMs ?? CLOSE_TIMEOUT_MS)
    },
  }
}

function bind(server: grpc.Server, listen: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(listen, grpc.ServerCredentials.createInsecure(), (failure, port) =>
      failure ? reject(new Error(`cannot listen on ${listen}: ${failure.message}`, { cause: failure })) : resolve(port),
    )
  })
}

function shutdown(server: grpc.Server, timeoutMs: number): Promise<void> {
  return new Promise(resolve => {
    const force = setTimeout(() => {
      server.forceShutdown()
      resolve()
    }, timeoutMs)
    server.tryShutdown(() => {
      clearTimeout(force)
      resolve()
    })
  })
}

function addService(
  server: grpc.Server,
  implementation: Implementation,
  options: ServerOptions,
  streams: Set<OpenStream>,
): void {
  const handlers: grpc.UntypedServiceImplementation = {}
  for (const name of Object.keys(implementation.definition)) {
    const handler = implementation.handlers[name]
    const method = `${implementation.name}/${name}`
    if (isBatchHandler(handler)) handlers[name] = serveStream(handler, options, streams)
    else if (isUnaryHandler(handler)) handlers[name] = serveUnary(handler, options, method)
    else throw new Error(`${method} has no handler`)
  }
  server.addService(markUnreadable(implementation.definition), handlers)
}

// Of what they take and answer with, `implement` has made sure.
const isUnaryHandler = (handler: unknown): handler is UnaryHandler<unknown, unknown> => typeof handler === 'function'
const isBatchHandler = (handler: unknown): handler is BatchHandler<unknown, unknown> =>
  typeof fieldOf(handler, 'serve') === 'function'

function serveUnary(
  handler: UnaryHandler<unknown, unknown>,
  options: ServerOptions,
  method: string,
): grpc.handleUnaryCall<unknown, unknown> {
  const durations = options.metrics?.histogram(
    'mtg_rpc_server_duration_seconds',
    'Unary gRPC calls served.',
    ['method', 'code'],
    durationBuckets,
  )
  const administered = administer(`/${method}`, options.administration)
  let underWay = 0
  return (call, callback) => {
    if (isUnreadable(call.request)) return callback(unreadableStatus)
    const abort = new AbortController()
    call.on('cancelled', () => abort.abort())
    const context = {
      signal: abort.signal,
      remainingMs: remainingMs(call.getDeadline()),
      isForwarded: isForwarded(call.metadata),
    }
    const run = async () => {
      if (underWay >= serverLimits.unaryCallsMax) throw appError('overloaded', { detail: { method } })
      underWay += 1
      try {
        return await administered(call, async () => await handler(call.request, context))
      } finally {
        underWay -= 1
      }
    }
    const traceparent = String(call.metadata.get('traceparent')[0] ?? '')
    const startedAtMs = systemClock.monotonicMs()
    const note = (code: string) =>
      durations?.observe((systemClock.monotonicMs() - startedAtMs) / 1000, { method, code })
    traceServed(options.telemetry ?? noTelemetry, method, traceparent, run).then(
      response => {
        note('ok')
        callback(null, response)
      },
      (thrown: unknown) => {
        const error = asOwnFault(toAppError(thrown))
        note(error.code)
        if (error.owner === 'gateway') options.log.error({ err: error, method }, 'rpc failed')
        callback(toServiceError(error, options.domain))
      },
    )
  }
}

function serveStream(
  handler: BatchHandler<unknown, unknown>,
  options: ServerOptions,
  streams: Set<OpenStream>,
): grpc.handleBidiStreamingCall<unknown, unknown> {
  return call => {
    const stream = handler.serve(call)
    streams.add(stream)
    call.on('close', () => streams.delete(stream))
    call.on('cancelled', () => streams.delete(stream))
  }
}

function remainingMs(deadline: grpc.Deadline): number {
  return (deadline instanceof Date ? deadline.getTime() : deadline) - systemClock.nowMs()
}
