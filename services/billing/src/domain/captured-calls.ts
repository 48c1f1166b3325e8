import type { CallDigest, CapturedCall } from './captured-call.ts'
import type { IdRange } from './id-ranges.ts'

/** Where a page of corrected calls ended. */
export interface CorrectedPosition {
  readonly correctedAt: string
  readonly callId: string
}

/** The captured calls that usage records are compared with: of this database, or of all cells. */
export interface CapturedCalls {
  /** Digests of the captured calls of the ranges between neighbouring bounds. */
  digest(bounds: readonly string[]): Promise<CallDigest[]>
  /** Ids of captured calls of a range, whose charge stands. */
  list(range: IdRange): Promise<string[]>
  /** Captured calls with what their usage records need. */
  read(callIds: readonly string[]): Promise<CapturedCall[]>
  /** Those of the calls that were never reserved, or ended without a charge that stands. */
  findUnknown(callIds: readonly string[]): Promise<string[]>
  /** Calls whose charge was given back, in the order of that; behind a position. */
  listCorrected(after: CorrectedPosition, limit: number): Promise<CorrectedPosition[]>
}
