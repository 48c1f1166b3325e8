import type { IncomingMessage } from 'node:http'
import { type AppError, appError } from '@mtg/errors'
import type { Measured } from '../limit-refusals.ts'
import type { SharedPlaces } from '../places.ts'

/** Follows bodies that did not come with their headers: how many there are by sender, and how long they take. */
export interface Uploads extends Measured {
  /**
   * Follows a body of so many bytes on its way. `fail` hears of it when there is no place for it, or when it takes too long.
   * Whoever reads the body ends this.
   */
  follow(request: IncomingMessage, owner: string, bytes: number, fail: (error: unknown) => void): Upload
}

/** A body on its way. */
export interface Upload {
  end(): void
}

/** How fast a body must arrive. */
export interface UploadPace {
  /** Every body may take this long, however small it is. */
  readonly graceMs: number
  /** Beyond that it must have arrived at least this fast. */
  readonly bytesPerSecondMin: number
  /** Called for each body that was too slow. */
  onSlow(): void
}

const REQUEST_TIMEOUT = 408

/** Follows uploads; a body that has to be waited for takes one of the places. */
export function createUploads(places: SharedPlaces, pace: UploadPace): Uploads {
  let fresh: FollowedUpload[] = []

  /** What came in the same piece as its headers has been read by now, and was nothing to wait for. */
  function waitForOthers(): void {
    const all = fresh
    fresh = []
    for (const upload of all) upload.wait()
  }

  return {
    limit: places.limit,
    max: places.max,
    held: () => places.held(),
    follow(request, owner, bytes, fail) {
      const upload = new FollowedUpload({ request, owner, bytes, fail, places, pace })
      if (fresh.length === 0) setImmediate(waitForOthers)
      fresh.push(upload)
      return upload
    },
  }
}

interface UploadFacts {
  readonly request: IncomingMessage
  readonly owner: string
  readonly bytes: number
  readonly fail: (error: unknown) => void
  readonly places: SharedPlaces
  readonly pace: UploadPace
}

class FollowedUpload implements Upload {
  readonly #facts: UploadFacts
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(facts: UploadFacts) {
    this.#facts = facts
  }

  /** Takes a place for what is not there yet. */
  wait(): void {
    const { request, owner, bytes, fail, places, pace } = this.#facts
    if (this.#isOver || request.complete) return
    try {
      places.enter(owner)
    } catch (thrown) {
      return fail(thrown)
    }
    const slow = () => {
      pace.onSlow()
      fail(tooSlow())
    }
    this.#timer = setTimeout(slow, pace.graceMs + (bytes / pace.bytesPerSecondMin) * 1000)
  }

  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#facts.places.leave(this.#facts.owner)
  }
}

function tooSlow(): AppError {
  return appError('bad_request', { status: REQUEST_TIMEOUT, message: 'The request was not complete in time.' })
}
