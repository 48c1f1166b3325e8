/** A server that is silent for this share of an item's time is left, while there is another one. */
export const SILENCE_SHARE = 1 / 3
/** After that long it is tried again, even if it has not answered what it was asked before. */
export const SILENCE_MEMORY_MS = 5000

/** For how long the server of one stream has said nothing. Times are of the monotonic clock. */
export interface LaneSilence {
  /** A question, after all those before it were answered: the wait for its answer begins. */
  asked(nowMs: number): void
  heard(nowMs: number): void
  /** It was silent for so long that its questions were asked elsewhere. */
  left(nowMs: number): void
  /** A new stream begins without a past. */
  forget(): void
  /** Whether an item that may take `timeoutMs` in all should be asked elsewhere. */
  isTooLong(nowMs: number, timeoutMs: number): boolean
  /** Whether the server was left a short while ago, and has not been heard since. */
  isRemembered(nowMs: number): boolean
}

/** Begins without a past. */
export function createLaneSilence(): LaneSilence {
  let heardAtMs = 0
  let askedAtMs = 0
  let leftAtMs = Number.NEGATIVE_INFINITY
  const forget = () => {
    leftAtMs = Number.NEGATIVE_INFINITY
  }
  return {
    asked(nowMs) {
      askedAtMs = nowMs
    },
    heard(nowMs) {
      heardAtMs = nowMs
      forget()
    },
    left(nowMs) {
      leftAtMs = nowMs
    },
    forget,
    isTooLong: (nowMs, timeoutMs) => nowMs - Math.max(heardAtMs, askedAtMs) > timeoutMs * SILENCE_SHARE,
    isRemembered: nowMs => nowMs - leftAtMs <= SILENCE_MEMORY_MS,
  }
}
