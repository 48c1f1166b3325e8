import type { KeyUse } from '../../domain/key-use.ts'

/** Tells that a call with a key was stored, and when it was made. */
export type NoteUse = (buyerId: string | null, keyId: string | null, at: string) => void

/** The last use of each key since they were written, so that a key costs one write for all of its calls. */
export interface KeyUses {
  readonly note: NoteUse
  /** All of them; from then on they are counted anew. */
  take(): KeyUse[]
  /** What could not be written, unless there is something newer. */
  giveBack(uses: readonly KeyUse[]): void
}

/** Far more than call within the seconds between two writes; the uses of others are noted when they call again. */
const KEYS_MAX = 100_000

/** Makes an empty table. */
export function createKeyUses(): KeyUses {
  let uses = new Map<string, KeyUse>()

  function keep(use: KeyUse): void {
    const known = uses.get(use.keyId)
    if (known === undefined ? uses.size < KEYS_MAX : known.usedAtMs < use.usedAtMs) uses.set(use.keyId, use)
  }

  return {
    note(buyerId, keyId, at) {
      if (buyerId !== null && keyId !== null) keep({ keyId, buyerId, usedAtMs: Date.parse(at) })
    },
    take() {
      const taken = [...uses.values()]
      uses = new Map()
      return taken
    },
    giveBack: taken => taken.forEach(keep),
  }
}
