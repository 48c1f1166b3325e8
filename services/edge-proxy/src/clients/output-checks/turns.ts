/** What waits, by publisher: they take turns, so that one with much to do keeps no other waiting. */
export class PublisherTurns<Item> {
  /** Whose turn is next stands first. */
  readonly #waiting = new Map<string, Item[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(publisher: string, item: Item): void {
    const own = this.#waiting.get(publisher)
    if (own === undefined) this.#waiting.set(publisher, [item])
    else own.push(item)
    this.#size += 1
  }

  /** The oldest of the publisher whose turn it is. */
  next(): Item | undefined {
    for (const [publisher, own] of this.#waiting) {
      this.#waiting.delete(publisher)
      const item = own.shift()
      if (own.length > 0) this.#waiting.set(publisher, own)
      if (item === undefined) continue
      this.#size -= 1
      return item
    }
    return undefined
  }

  /** Whether it was still waiting. */
  remove(publisher: string, item: Item): boolean {
    const own = this.#waiting.get(publisher) ?? []
    const at = own.indexOf(item)
    if (at === -1) return false
    own.splice(at, 1)
    if (own.length === 0) this.#waiting.delete(publisher)
    this.#size -= 1
    return true
  }
}
