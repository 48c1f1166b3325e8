import type { CellAddress } from '@mtg/cells'
import { type billing, type ServiceRef, services } from '@mtg/contracts'
import { type AppError, appError, toAppError } from '@mtg/errors'
import {
  createBatchClient,
  createClient,
  fromRefusal,
  type MethodName,
  type ReceivedResponseOf,
  type RequestOf,
} from '@mtg/rpc'

/** How long an answer is waited for, and until when anybody wants it. */
interface PeerLimits {
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** A method, and the service that has it. */
interface PeerMethod<Definition, Name> {
  readonly ref: ServiceRef<Definition>
  readonly method: Name
}

/** The other cells of this billing. */
export interface Peers {
  /** Asks a cell what it knows by itself. Rejects with `cell_unavailable`, which names it, when nobody answers there. */
  ask<Definition, Name extends MethodName<Definition>>(
    cell: string,
    method: PeerMethod<Definition, Name>,
    request: RequestOf<Definition, Name>,
    limits: PeerLimits,
  ): Promise<ReceivedResponseOf<Definition, Name>>
  /** The same, for who hands on whatever it was asked. */
  handOn(cell: string, method: PeerMethod<unknown, string>, request: unknown, limits: PeerLimits): Promise<unknown>
  reserve(cell: string, item: billing.ReserveRequest): Promise<billing.ReserveResult__Output>
  settle(cell: string, item: billing.SettleItem): Promise<billing.SettleResult__Output>
  close(): void
}

/** Where they are, and who asks. */
export interface PeerOptions {
  readonly cells: readonly CellAddress[]
  readonly token: string
}

/** Less than an edge waits, which then learns why; it asks again, and finds what was done. */
const STREAM_LIMITS = { timeoutMs: 1_500 }

type AnyClient = Readonly<Record<string, (request: unknown, limits: PeerLimits) => Promise<unknown>>> & {
  readonly close: () => void
}

/** Connects to other cells, each when it is first asked. */
export function openPeers({ cells, token }: PeerOptions): Peers {
  const clients = new Map<string, AnyClient>()
  const streams = new Map<string, Streams>()

  const optionsOf = (cell: string) => {
    const address = cells.find(({ name }) => name === cell)?.address
    if (address === undefined) throw unavailable(cell, 'no address of it is set')
    return { address, token, forwards: true }
  }
  const clientOf = (cell: string, ref: ServiceRef<unknown>): AnyClient => {
    const key = `${cell}/${ref.name}`
    const known = clients.get(key)
    if (known !== undefined) return known
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has a function of this form for each method of the service
    const opened = createClient(ref, optionsOf(cell)) as unknown as AnyClient
    clients.set(key, opened)
    return opened
  }
  const streamsTo = (cell: string): Streams => {
    const known = streams.get(cell)
    if (known !== undefined) return known
    const opened = openStreams(optionsOf(cell))
    streams.set(cell, opened)
    return opened
  }
  const handOn: Peers['handOn'] = async (cell, { ref, method }, request, limits) => {
    const ask = clientOf(cell, ref)[method]
    if (ask === undefined) throw new Error(`${ref.name} has no ${method}`)
    try {
      return await ask(request, limits)
    } catch (thrown) {
      throw named(cell, thrown)
    }
  }
  return {
    async ask<Definition, Name extends MethodName<Definition>>(
      cell: string,
      method: PeerMethod<Definition, Name>,
      request: RequestOf<Definition, Name>,
      limits: PeerLimits,
    ) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client that is found by the service's own name has its shapes
      return (await handOn(cell, method, request, limits)) as ReceivedResponseOf<Definition, Name>
    },
    handOn,
    async reserve(cell, item) {
      return refusing(await streamsTo(cell).reserving.send(item, STREAM_LIMITS).catch(thrownBy(cell)))
    },
    async settle(cell, item) {
      return refusing(await streamsTo(cell).settling.send(item, STREAM_LIMITS).catch(thrownBy(cell)))
    },
    close() {
      for (const client of clients.values()) client.close()
      for (const { reserving, settling } of streams.values()) {
        reserving.close()
        settling.close()
      }
    },
  }
}

type Streams = ReturnType<typeof openStreams>

function openStreams(options: { address: string; token: string; forwards: boolean }) {
  const service = services.billing.ReservationService
  return {
    reserving: createBatchClient({
      ...options,
      service,
      method: 'ReserveStream',
      toMessage: (items: billing.ReserveRequest[]) => ({ items }),
      keyOf: item => item.callId ?? '',
      resultsOf: message => message.results,
      keyOfResult: (result: billing.ReserveResult__Output) => result.callId,
    }),
    settling: createBatchClient({
      ...options,
      service,
      method: 'SettleStream',
      toMessage: (items: billing.SettleItem[]) => ({ items }),
      keyOf: ({ capture, release }) => (capture ?? release)?.callId ?? '',
      resultsOf: message => message.results,
      keyOfResult: (result: billing.SettleResult__Output) => result.callId,
    }),
  }
}

/** What the cell refuses is refused here, and counted as ours. */
function refusing<Result extends { readonly refusal?: Parameters<typeof fromRefusal>[0] | null }>(
  result: Result,
): Result {
  if (result.refusal) {
    const retryAfterMs = Number(result.refusal.retryAfterMs)
    const { code, message, detail } = fromRefusal(result.refusal)
    throw appError(code, { message, detail: retryAfterMs > 0 ? { ...detail, retryAfterMs } : detail })
  }
  return result
}

const thrownBy =
  (cell: string) =>
  (thrown: unknown): never => {
    throw named(cell, thrown)
  }

/** A failure of which the cell has not said anything itself. */
function named(cell: string, thrown: unknown): AppError {
  const error = toAppError(thrown)
  const { grpcStatus, callee, reason } = error.detail
  const isSilence = error.code === 'internal_error' && callee !== undefined && (grpcStatus ?? reason) !== undefined
  return isSilence ? unavailable(cell, String(grpcStatus ?? reason), error) : error
}

function unavailable(cell: string, reason: string, cause?: unknown): AppError {
  return appError('cell_unavailable', {
    message: `The cell "${cell}" of the gateway is not reachable: nothing was charged. Try again.`,
    detail: { cell, reason },
    cause,
  })
}
