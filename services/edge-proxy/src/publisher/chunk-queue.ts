const HIGH_WATER_BYTES = 64 * 1024

/** The socket that chunks come from: it is paused when their reader falls behind, and resumed when it has caught up. */
export interface ChunkSource {
  pause(): void
  resume(): void
}

/** Chunks of a body on their way from a socket that can be paused to a reader. */
export class ChunkQueue implements AsyncIterable<Buffer> {
  readonly #source: ChunkSource
  #chunks: Buffer[] = []
  #queuedBytes = 0
  #isPaused = false
  #hasEnded = false
  #failure: Error | undefined
  /** Wakes the reader, while it waits for more. */
  #wake: (() => void) | undefined

  constructor(source: ChunkSource) {
    this.#source = source
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#queuedBytes += chunk.length
    if (!this.#isPaused && this.#queuedBytes >= HIGH_WATER_BYTES) {
      this.#isPaused = true
      this.#source.pause()
    }
    this.#notify()
  }

  end(): void {
    this.#hasEnded = true
    this.#notify()
  }

  /** Fails once what has come is read, or at once. */
  fail(error: Error, isAtOnce: boolean): void {
    this.#failure ??= error
    if (isAtOnce) this.#chunks = []
    this.#notify()
  }

  /** Nobody reads any more. */
  discard(): void {
    this.#chunks = []
    this.#queuedBytes = 0
    this.#hasEnded = true
    this.#notify()
    this.#resume()
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Buffer> {
    for (;;) {
      const chunk = this.#take()
      if (chunk !== undefined) yield chunk
      else if (this.#failure !== undefined) throw this.#failure
      else if (this.#hasEnded) return
      else {
        await new Promise<void>(resolve => {
          this.#wake = resolve
        })
      }
    }
  }

  #take(): Buffer | undefined {
    const chunk = this.#chunks.shift()
    this.#queuedBytes -= chunk?.length ?? 0
    if (this.#queuedBytes === 0) this.#resume()
    return chunk
  }

  #resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#source.resume()
  }

  #notify(): void {
    this.#wake?.()
    this.#wake = undefined
  }
}
