import type { LimitName, LimitRefusals, Measured } from '../limit-refusals.ts'

/** Bytes that one call holds of a budget. */
export interface ByteClaim {
  /** Takes so many bytes more, or throws `overloaded` and takes none. A claim that was released takes nothing more. */
  grow(bytes: number): void
  /** Gives so many bytes back. */
  shrink(bytes: number): void
  /** Gives all of it back; a second time does nothing. */
  release(): void
}

/**
 * Bytes that the process holds at once for others. Nobody can take all of them: an owner may hold no more than half of
 * what it leaves free for everybody else. One alone gets a third, the next two ninths, and there is room for one more.
 */
export interface ByteBudget extends Measured {
  /**
   * Opens a claim of nothing. It counts against each of its owners: a buyer's id, an app's or an address; their forms
   * differ, so that none can be taken for another.
   */
  open(owner: string, other?: string): ByteClaim
}

/** How many bytes there are, and the name under which refusals are counted. */
export interface ByteBudgetOptions {
  readonly limit: LimitName
  readonly bytesMax: number
  readonly refusals: LimitRefusals
}

/** An owner may hold at most this share of the bytes that nobody holds. */
const SHARE_OF_FREE = 1 / 2

/** Makes a budget of which nobody holds anything yet. */
export function createByteBudget({ limit, bytesMax, refusals }: ByteBudgetOptions): ByteBudget {
  const shares = createShares(bytesMax)
  return {
    limit,
    max: bytesMax,
    held: () => shares.total(),
    open: (owner, other) => new OwnedClaim(shares, { limit, refusals }, owner, other),
  }
}

/** How many bytes all claims hold together. */
interface Shares {
  total(): number
  /** Whether an owner has no room for so many bytes more. */
  isFull(owner: string, bytes: number): boolean
  add(owner: string, other: string | undefined, bytes: number): void
}

function createShares(bytesMax: number): Shares {
  const shares = new Map<string, number>()
  let total = 0
  const addTo = (owner: string, bytes: number) => {
    const now = (shares.get(owner) ?? 0) + bytes
    if (now === 0) shares.delete(owner)
    else shares.set(owner, now)
  }
  return {
    total: () => total,
    isFull: (owner, bytes) => (shares.get(owner) ?? 0) + bytes > (bytesMax - total - bytes) * SHARE_OF_FREE,
    add(owner, other, bytes) {
      total += bytes
      addTo(owner, bytes)
      if (other !== undefined) addTo(other, bytes)
    },
  }
}

/** Every call has one, so that it is an object of one kind and not a few functions. */
class OwnedClaim implements ByteClaim {
  readonly #shares: Shares
  readonly #options: Pick<ByteBudgetOptions, 'limit' | 'refusals'>
  readonly #owner: string
  readonly #other: string | undefined
  #held = 0
  #isReleased = false

  constructor(
    shares: Shares,
    options: Pick<ByteBudgetOptions, 'limit' | 'refusals'>,
    owner: string,
    other: string | undefined,
  ) {
    this.#shares = shares
    this.#options = options
    this.#owner = owner
    this.#other = other
  }

  grow(bytes: number): void {
    const full = this.#isReleased ? this.#owner : this.#fullOwner(bytes)
    if (full !== undefined) throw this.#options.refusals.error(this.#options.limit, full)
    this.#held += bytes
    this.#shares.add(this.#owner, this.#other, bytes)
  }

  shrink(bytes: number): void {
    if (this.#isReleased) return
    this.#held -= bytes
    this.#shares.add(this.#owner, this.#other, -bytes)
  }

  release(): void {
    if (this.#held !== 0) this.shrink(this.#held)
    this.#isReleased = true
  }

  /** The owner among these whose share has no room. */
  #fullOwner(bytes: number): string | undefined {
    if (this.#shares.isFull(this.#owner, bytes)) return this.#owner
    return this.#other !== undefined && this.#shares.isFull(this.#other, bytes) ? this.#other : undefined
  }
}
