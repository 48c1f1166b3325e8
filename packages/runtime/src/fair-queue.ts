/** Items that wait, each on somebody's behalf. Everybody gets a turn before anybody gets a second one. */
export interface FairQueue<Item> {
  readonly size: number
  /**
   * Lets an item wait behind those of the same owner. A full queue gives up the newest item of whoever has most, which may
   * be this one, and answers with it.
   */
  push(owner: string, item: Item): Item | undefined
  /** Takes the item whose turn it is. */
  shift(): Item | undefined
}

/** Makes an empty queue. */
export function createFairQueue<Item>(itemsMax: number): FairQueue<Item> {
  // A Map keeps its order: whose turn it is stands first, and goes to the end after it.
  const lines = new Map<string, Item[]>()
  let size = 0

  function longestLine(): string {
    let longest = ''
    let length = 0
    for (const [owner, line] of lines) {
      if (line.length <= length) continue
      longest = owner
      length = line.length
    }
    return longest
  }

  function giveUp(): Item | undefined {
    const owner = longestLine()
    const line = lines.get(owner)
    const item = line?.pop()
    if (line?.length === 0) lines.delete(owner)
    size -= 1
    return item
  }

  return {
    get size() {
      return size
    },
    push(owner, item) {
      const line = lines.get(owner)
      if (line === undefined) lines.set(owner, [item])
      else line.push(item)
      size += 1
      return size > itemsMax ? giveUp() : undefined
    },
    shift() {
      const [first] = lines
      if (first === undefined) return undefined
      const [owner, line] = first
      const item = line.shift()
      lines.delete(owner)
      if (line.length > 0) lines.set(owner, line)
      size -= 1
      return item
    },
  }
}
