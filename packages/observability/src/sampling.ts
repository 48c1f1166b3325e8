import type { Clock } from '@mtg/primitives'
import type { ParentSpan } from './traceparent.ts'

/** Values of the setting OTEL_TRACES_SAMPLER, with OpenTelemetry's own meaning. */
export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** One of `samplerNames`. */
export type SamplerName = (typeof samplerNames)[number]

/** Decides which traces are recorded. */
export interface SamplingOptions {
  readonly sampler: SamplerName
  /** Share of traces for the samplers with a ratio, 0 to 1. */
  readonly ratio: number
  /** Traces begun in one second at most, whatever callers ask for. */
  readonly tracesPerSecondMax: number
  readonly clock: Clock
  readonly random: () => number
}

const WINDOW_MS = 1000

/** Whether a unit of work that a caller's span may stand behind is recorded. */
export type SamplingDecision = (parent: ParentSpan | undefined) => boolean

/**
 * Makes the decision: the caller's flag where the sampler heeds it, else a random number. Buyers can set that flag on
 * every call, so the number of traces has a bound of its own.
 */
export function createSampling(options: SamplingOptions): SamplingDecision {
  const { sampler, clock, random } = options
  const isParentBased = sampler.startsWith('parentbased_')
  const ratio = ratioOf(sampler, options.ratio)
  let windowEndsAtMs = 0
  let left = 0

  function isWithinBound(): boolean {
    const now = clock.monotonicMs()
    if (now >= windowEndsAtMs) {
      windowEndsAtMs = now + WINDOW_MS
      left = options.tracesPerSecondMax
    }
    left -= 1
    return left >= 0
  }

  return parent => {
    const wanted = isParentBased && parent !== undefined ? parent.sampled : ratio > 0 && random() < ratio
    return wanted && isWithinBound()
  }
}

function ratioOf(sampler: SamplerName, ratio: number): number {
  if (sampler.endsWith('always_on')) return 1
  return sampler.endsWith('always_off') ? 0 : ratio
}
