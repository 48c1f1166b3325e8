/** Chunks of a body on their way from a socket that can be paused to a reader. */
export interface ChunkQueue extends AsyncIterable<Buffer> {
  push(chunk: Buffer): void
  end(): void
  /** Fails once what has come is read, or at once. */
  fail(error: Error, isAtOnce: boolean): void
  /** Nobody reads any more. */
  discard(): void
}

const HIGH_WATER_BYTES = 64 * 1024

/** Makes a queue. `pause` is called when the reader falls behind, `resume` when it has caught up. */
export function createChunkQueue(flow: { pause(): void; resume(): void }): ChunkQueue {
  let chunks: Buffer[] = []
  let queued = 0
  let paused = false
  let ended = false
  let failure: Error | undefined
  let wake: (() => void) | undefined

  const notify = () => {
    wake?.()
    wake = undefined
  }
  const resume = () => {
    if (!paused) return
    paused = false
    flow.resume()
  }
  const take = (): Buffer | undefined => {
    const chunk = chunks.shift()
    queued -= chunk?.length ?? 0
    if (queued === 0) resume()
    return chunk
  }

  return {
    push(chunk) {
      chunks.push(chunk)
      queued += chunk.length
      if (!paused && queued >= HIGH_WATER_BYTES) {
        paused = true
        flow.pause()
      }
      notify()
    },
    end() {
      ended = true
      notify()
    },
    fail(error, isAtOnce) {
      failure ??= error
      if (isAtOnce) chunks = []
      notify()
    },
    discard() {
      chunks = []
      queued = 0
      ended = true
      notify()
      resume()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const chunk = take()
        if (chunk !== undefined) yield chunk
        else if (failure !== undefined) throw failure
        else if (ended) return
        else {
          await new Promise<void>(resolve => {
            wake = resolve
          })
        }
      }
    },
  }
}
