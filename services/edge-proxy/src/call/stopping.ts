/** Whether the process is going away. Calls finish; what would not end by itself is told to. */
export class Stopping {
  readonly #listeners = new Set<() => void>()
  #isAnnounced = false
  #hasBegun = false
  #underWay = 0
  #onIdle: (() => void) | undefined

  /** True from the announcement on: clients are asked to close their connections. */
  readonly isStopping = (): boolean => this.#isAnnounced

  /** Calls the listener when the process begins to stop, at once if it has. The function returned removes the listener. */
  onStop(listener: () => void): () => void {
    if (this.#hasBegun) listener()
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The process will stop soon: connections close with their next answer, and everything else goes on. */
  announce(): void {
    this.#isAnnounced = true
  }

  /** The process stops: whatever would not end by itself is told to. */
  begin(): void {
    this.#isAnnounced = true
    this.#hasBegun = true
    for (const listener of this.#listeners) listener()
  }

  /** Remembers work that outlives its connection: a buyer may be gone while the call is still being settled. */
  track(work: Promise<void>): void {
    this.#underWay += 1
    void work.then(this.#onDone, this.#onDone)
  }

  /** Resolves when all tracked work is done. */
  async finished(): Promise<void> {
    if (this.#underWay === 0) return
    await new Promise<void>(resolve => {
      this.#onIdle = resolve
    })
  }

  readonly #onDone = (): void => {
    this.#underWay -= 1
    if (this.#underWay === 0) this.#onIdle?.()
  }
}
