import type * as grpc from '@grpc/grpc-js'

/** One side of a batched stream, ready for `implement`. */
export interface BatchHandler<Request, Response> {
  readonly serve: (call: grpc.ServerDuplexStream<Request, Response>) => OpenStream
}

/** A stream being served. */
export interface OpenStream {
  /** Answers what was taken, then ends the stream: the client goes on with another server. */
  drain(): void
}

/** How a batched stream's messages hold their items. */
export interface BatchShape<Request, Item, Result, Response> {
  readonly itemsOf: (message: Request) => readonly Item[]
  /** Answers one item. Must not reject: a refusal is a result (`toRefusal`). */
  readonly handle: (item: Item) => Promise<Result>
  readonly toMessage: (results: Result[]) => Response
  /** How many items may be unanswered on one stream before reading pauses. */
  readonly pendingMax?: number
}

const PENDING_MAX = 4096

/**
 * Serves a stream whose messages carry many items. Items are answered on their own, so that a slow one holds up no
 * other; all results that are ready in one event-loop turn leave in one message. Reading pauses while too many are
 * unanswered or the client does not read, so that nothing grows without bound.
 */
export function batchHandler<Request, Item, Result, Response>(
  shape: BatchShape<Request, Item, Result, Response>,
): BatchHandler<Request, Response> {
  const pendingMax = shape.pendingMax ?? PENDING_MAX
  return {
    serve(call) {
      let results: Result[] = []
      let pending = 0
      let scheduled = false
      let blocked = false
      let ended = false

      const flush = () => {
        scheduled = false
        if (blocked || results.length === 0) return
        const message = shape.toMessage(results)
        results = []
        blocked = !call.write(message)
        settleFlow()
      }
      const settleFlow = () => {
        if (call.cancelled || call.destroyed) return
        const paused = call.isPaused()
        if (!paused && (blocked || pending >= pendingMax)) call.pause()
        else if (paused && !blocked && pending < pendingMax) call.resume()
        if (ended && pending === 0 && results.length === 0 && !blocked) call.end()
      }
      const answer = (result: Result) => {
        pending -= 1
        if (call.cancelled || call.destroyed) return
        results.push(result)
        if (scheduled) return
        scheduled = true
        setImmediate(flush)
      }

      call.on('data', (message: Request) => {
        for (const item of shape.itemsOf(message)) {
          pending += 1
          shape.handle(item).then(answer, (thrown: unknown) => call.destroy(thrown as Error))
        }
        settleFlow()
      })
      call.on('drain', () => {
        blocked = false
        flush()
        settleFlow()
      })
      call.on('end', () => {
        ended = true
        settleFlow()
      })
      call.on('error', () => {})
      return {
        drain() {
          ended = true
          settleFlow()
        },
      }
    },
  }
}
