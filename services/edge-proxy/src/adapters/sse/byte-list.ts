/** Each piece is an object of its own that costs some hundred bytes, and keeps all that it was cut from. */
const PIECES_MAX = 32
const EMPTY: Buffer = Buffer.alloc(0)

/**
 * Bytes that come in pieces, however many and however small, and are wanted whole. A few pieces are kept as they are; more
 * are copied together, into room that doubles, so that a byte is copied a few times at most.
 */
export class ByteList {
  #pieces: Buffer[] = []
  /** What came before the pieces, and room for more. */
  #joined = EMPTY
  #joinedSize = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  push(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#size += piece.length
    if (this.#pieces.length === PIECES_MAX) this.#join()
  }

  /** All of them in one; the list is empty then. */
  take(): Buffer {
    const bytes = this.#whole()
    this.#pieces = []
    this.#joined = EMPTY
    this.#joinedSize = 0
    this.#size = 0
    return bytes
  }

  #whole(): Buffer {
    const pieces = this.#pieces
    const [only] = pieces
    if (this.#joinedSize === 0) {
      return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces, this.#size)
    }
    this.#join()
    return this.#joined.subarray(0, this.#size)
  }

  #join(): void {
    if (this.#size > this.#joined.length) this.#enlarge()
    for (const piece of this.#pieces) this.#joinedSize += piece.copy(this.#joined, this.#joinedSize)
    this.#pieces = []
  }

  #enlarge(): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#size, this.#joined.length * 2))
    this.#joined.copy(larger, 0, 0, this.#joinedSize)
    this.#joined = larger
  }
}
