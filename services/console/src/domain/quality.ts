/** How well an app does, as the catalogue tells it. */
export interface Quality {
  /** `too_few_buyers`: nothing is told, since it would be told of single buyers. `unavailable`: it cannot be asked for just now. */
  readonly status: 'measured' | 'too_few_buyers' | 'unavailable'
  readonly windowDays: number | undefined
  readonly buyersMin: number | undefined
  readonly figures: QualityFigures | undefined
}

/** Measured by paid calls of others than its publisher. */
interface QualityFigures {
  readonly chargedCount: number
  readonly failedCount: number
  readonly refundedCount: number
  readonly p50Ms: number | undefined
  readonly p95Ms: number | undefined
}
