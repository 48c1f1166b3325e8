import type { Lane } from './lane.ts'

/** How many sockets are open: in all, to each app and to each publisher. Names without any are forgotten. */
export class SocketCounts {
  readonly #ofApps = new Map<string, number>()
  readonly #ofPublishers = new Map<string, number>()
  #inAll = 0

  get inAll(): number {
    return this.#inAll
  }

  ofApp(app: string): number {
    return this.#ofApps.get(app) ?? 0
  }

  ofPublisher(publisher: string): number {
    return this.#ofPublishers.get(publisher) ?? 0
  }

  /** Counts a socket of the lane until the answer is called for the first time. */
  add(lane: Lane): () => void {
    this.#move(lane, 1)
    let isCounted = true
    return () => {
      if (isCounted) this.#move(lane, -1)
      isCounted = false
    }
  }

  #move({ app, publisher }: Lane, by: 1 | -1): void {
    this.#inAll += by
    addTo(this.#ofApps, app, by)
    addTo(this.#ofPublishers, publisher, by)
  }
}

/** Adds to a name's count, which is kept only while there is something to count. */
function addTo(counts: Map<string, number>, name: string, by: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + by
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}
