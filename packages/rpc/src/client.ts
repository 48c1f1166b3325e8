import * as grpc from '@grpc/grpc-js'
import type { ServiceRef } from '@mtg/contracts'
import { noSpan, type Span } from '@mtg/observability'
import { systemClock } from '@mtg/primitives'
import { type ActingFor, administrationKeys } from './administration.ts'
import { askElsewhere, ChannelSilence } from './ask-elsewhere.ts'
import { callMetadata, openChannels } from './channel.ts'
import type { MethodName, ReceivedResponseOf, RequestOf } from './shapes.ts'
import { fromServiceError, isRefusal, isServiceError } from './status.ts'
import { traceCall } from './trace.ts'

/** Limits of one call. */
interface CallLimits {
  /** The server gives up at the same moment. */
  readonly timeoutMs: number
  /** Cancels the call on the wire. */
  readonly signal?: AbortSignal
  /** The caller's span: when it is recorded, the call and the server's work become spans under it. */
  readonly span?: Span
  /** The operator in whose name something administrative is asked for. */
  readonly actingFor?: ActingFor
  /**
   * What is not answered in a third of its time is asked of another server as well, and whichever answers first counts: for small
   * questions that callers wait for.
   */
  readonly asksElsewhere?: boolean
}

const RECONNECT_WAIT_MS = 1500

/** How to reach a service. */
export interface ClientOptions {
  /**
   * "host:port", or "dns:///host:port" for every address that the name has; several with commas between. Calls go round
   * those that are connected.
   */
  readonly address: string
  /** The caller's own secret (GRPC_TOKEN): what is sent is made from it for this service alone. */
  readonly token?: string | undefined
  /** Who runs this program, for audit logs. */
  readonly person?: string | undefined
  /** It is another cell of the caller's own service, which is to answer by itself. */
  readonly forwards?: boolean
}

/** A typed promise per unary method. Each rejects with an AppError. */
export type ServiceClient<Definition> = {
  readonly [Name in MethodName<Definition>]: (
    request: RequestOf<Definition, Name>,
    limits: CallLimits,
  ) => Promise<ReceivedResponseOf<Definition, Name>>
} & {
  /** Resolves once a server has been reached; rejects after `timeoutMs`. */
  readonly waitReady: (timeoutMs: number) => Promise<void>
  /** How many addresses there are at the moment. */
  readonly addressCount: () => number
  readonly close: () => void
}

/**
 * A client for the unary methods of a service. A call that no server answered is tried once more, on the next address when
 * there are several: every RPC of the gateway is idempotent.
 */
export function createClient<Definition>(
  ref: ServiceRef<Definition>,
  options: ClientOptions,
): ServiceClient<Definition> {
  const channels = openChannels(options.address)
  const silence = new ChannelSilence(channels)
  const metadata = callMetadata(options.token, ref.name, options.forwards)
  if (options.person !== undefined) metadata.set(administrationKeys.person, asHeader(options.person))

  const methods = Object.entries(ref.definition).map(([name, method]) => {
    const askOnce = async (channel: grpc.Client, unary: UnaryCall) => {
      try {
        const response = await callOnce(channel, method, unary)
        silence.heard(channel)
        return response
      } catch (failure) {
        if (isRefusal(failure)) silence.heard(channel)
        throw failure
      }
    }
    const ask = async (channel: grpc.Client, unary: UnaryCall) => {
      try {
        return await askOnce(channel, unary)
      } catch (failure) {
        if (!isUnanswered(failure) || unary.signal?.aborted === true) throw failure
        // One server may have gone before the connection to another, which came back just now, is made.
        await channels.untilConnected(Math.min(unary.deadline - systemClock.nowMs(), RECONNECT_WAIT_MS))
        return await askOnce(silence.next(channel) ?? channel, unary)
      }
    }
    const call = async (request: unknown, sent: grpc.Metadata, limits: CallLimits) => {
      const { timeoutMs, signal, asksElsewhere = false } = limits
      const unary = { request, metadata: sent, deadline: systemClock.nowMs() + timeoutMs, signal }
      const channel = silence.next() ?? (await channels.first(timeoutMs))
      try {
        if (!asksElsewhere) return await ask(channel, unary)
        return await askElsewhere({ channel, silence, timeoutMs, ask: asked => ask(asked, unary) })
      } catch (failure) {
        throw toAppError(failure, ref.name, name)
      }
    }
    const tracedCall = (request: unknown, limits: CallLimits) =>
      traceCall(limits.span ?? noSpan, `${ref.name}/${name}`, traceparent =>
        call(request, withMore(metadata, traceparent, limits.actingFor), limits),
      )
    return [name, tracedCall] as const
  })

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has the methods of `Definition` because it is made from the definition
  return {
    ...Object.fromEntries(methods),
    waitReady: async (timeoutMs: number) => await waitReady(await channels.first(timeoutMs), timeoutMs, ref.name),
    addressCount: () => channels.count(),
    close: () => channels.close(),
  } as ServiceClient<Definition>
}

function withMore(metadata: grpc.Metadata, traceparent: string, actingFor: ActingFor | undefined): grpc.Metadata {
  if (traceparent === '' && actingFor === undefined) return metadata
  const more = metadata.clone()
  if (traceparent !== '') more.set('traceparent', traceparent)
  if (actingFor !== undefined) {
    more.set(administrationKeys.account, actingFor.accountId)
    more.set(administrationKeys.address, asHeader(actingFor.address))
  }
  return more
}

/** Metadata is ASCII. */
const asHeader = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')

/** What is sent, and until when it matters. */
interface UnaryCall {
  readonly request: unknown
  readonly metadata: grpc.Metadata
  /** A moment of the wall clock, in milliseconds. */
  readonly deadline: number
  readonly signal: AbortSignal | undefined
}

function callOnce(
  channel: grpc.Client,
  { path, requestSerialize, responseDeserialize }: grpc.MethodDefinition<unknown, unknown>,
  { request, metadata, deadline, signal }: UnaryCall,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const done = (failure: grpc.ServiceError | null, response?: unknown) => {
      signal?.removeEventListener('abort', cancel)
      if (failure === null) resolve(response)
      else reject(failure)
    }
    const call = channel.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
      metadata,
      { deadline },
      done,
    )
    const cancel = () => call.cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    if (signal?.aborted === true) cancel()
  })
}

function waitReady(channel: grpc.Client, timeoutMs: number, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.waitForReady(systemClock.nowMs() + timeoutMs, failure => {
      if (failure) reject(new Error(`${name} was not reachable within ${timeoutMs} ms`, { cause: failure }))
      else resolve()
    })
  })
}

/** What gRPC itself says of a call whose connection ended: UNAVAILABLE, and now and then one of the others, by where it met the end. */
const CUT_OFF = new Set([grpc.status.UNAVAILABLE, grpc.status.INTERNAL, grpc.status.CANCELLED])

const isUnanswered = (failure: unknown): boolean =>
  isServiceError(failure) && CUT_OFF.has(failure.code) && !isRefusal(failure)

function toAppError(failure: unknown, service: string, method: string): unknown {
  return isServiceError(failure) ? fromServiceError(failure, `${service}/${method}`) : failure
}
