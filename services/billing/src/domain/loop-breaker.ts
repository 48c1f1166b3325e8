import type { KeyId } from '@mtg/primitives'
import type { LoopLimit } from './key-limits.ts'

/** Whether a call is one too many of its kind. */
export type LoopVerdict =
  | {
      readonly isCounted: true
      /** For a call that was counted before, or failed through no fault of its buyer; never fails. */
      readonly takeBack: () => void
    }
  | { readonly isCounted: false; readonly freesAt: Date }

/** Counts calls that are the same, for keys that watch for loops. */
export interface LoopBreaker {
  /** Counts one more call of this kind unless there were too many of late. Throws `redis_error` as rate windows do. */
  count(keyId: KeyId, sameness: string, limit: LoopLimit): Promise<LoopVerdict>
  close(): void
}
