import { appError } from '@mtg/errors'

/** Limits of work that is slow on purpose. */
export interface TurnstileLimits {
  /** Work done at once. */
  readonly concurrencyMax: number
  /** Work that may wait for that. */
  readonly queueMax: number
}

/** Lets work in, so much at a time; `requester` says whose it is. */
export type Turnstile = <T>(requester: string, work: () => Promise<T>) => Promise<T>

interface Place {
  readonly enter: () => void
  readonly refuse: () => void
}

/**
 * Makes a turnstile. Requesters take turns, whatever each of them sends; and when too much waits, the newest of whoever
 * has most waiting is refused with `overloaded`. So a flood of one requester costs the others a turn, not their place.
 */
export function createTurnstile({ concurrencyMax, queueMax }: TurnstileLimits): Turnstile {
  // Whose turn it is next stands first.
  const lines = new Map<string, Place[]>()
  let inside = 0
  let waiting = 0

  function refuseOneOfMost(): void {
    const longest = [...lines.values()].reduce((most, line) => (line.length > most.length ? line : most), [])
    waiting -= 1
    longest.pop()?.refuse()
  }

  function next(): Place | undefined {
    for (const [requester, line] of lines) {
      lines.delete(requester)
      const place = line.shift()
      if (line.length > 0) lines.set(requester, line)
      if (place === undefined) continue
      waiting -= 1
      return place
    }
    return undefined
  }

  function wait(requester: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => reject(appError('overloaded', { detail: { waitingLogins: queueMax } }))
      const line = lines.get(requester)
      const place = { enter: resolve, refuse }
      if (line === undefined) lines.set(requester, [place])
      else line.push(place)
      waiting += 1
      if (waiting > queueMax) refuseOneOfMost()
    })
  }

  return async (requester, work) => {
    if (inside >= concurrencyMax) await wait(requester)
    else inside += 1
    try {
      return await work()
    } finally {
      const place = next()
      if (place === undefined) inside -= 1
      else place.enter()
    }
  }
}
