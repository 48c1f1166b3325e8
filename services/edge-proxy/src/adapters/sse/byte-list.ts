/** Bytes that come in pieces, however many and however small, and are wanted whole. */
export interface ByteList {
  push(piece: Buffer): void
  size(): number
  /** All of them in one; the list is empty then. */
  take(): Buffer
}

/** Each piece is an object of its own that costs some hundred bytes, and keeps all that it was cut from. */
const PIECES_MAX = 32
const EMPTY: Buffer = Buffer.alloc(0)

/** Makes an empty list. */
export function createByteList(): ByteList {
  let pieces: Buffer[] = []
  /** What came before the pieces; it grows by doubling, so that a byte is copied a few times at most. */
  let joined = EMPTY
  let joinedSize = 0
  let size = 0

  function join(): void {
    if (size > joined.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(size, joined.length * 2))
      joined.copy(larger, 0, 0, joinedSize)
      joined = larger
    }
    for (const piece of pieces) joinedSize += piece.copy(joined, joinedSize)
    pieces = []
  }

  function whole(): Buffer {
    const [only] = pieces
    if (joinedSize === 0) return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces, size)
    join()
    return joined.subarray(0, size)
  }

  return {
    push(piece) {
      pieces.push(piece)
      size += piece.length
      if (pieces.length === PIECES_MAX) join()
    },
    size: () => size,
    take() {
      const bytes = whole()
      pieces = []
      joined = EMPTY
      joinedSize = 0
      size = 0
      return bytes
    },
  }
}
