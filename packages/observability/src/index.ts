export type {
  BoundCounter,
  BoundHistogram,
  CounterMetric,
} from './instruments.ts'
export {
  createLogger,
  type Logger,
  type LogOutput,
  logLevels,
  openLogOutput,
} from './logger.ts'
export { batchBuckets, createMetrics, durationBuckets, type Metrics } from './metrics.ts'
export { observeSplits } from './observe-splits.ts'
export { redactText } from './redact.ts'
export { type SamplerName, samplerNames } from './sampling.ts'

export { noSpan, type Span } from './span.ts'
export { noTelemetry, startTelemetry, type Telemetry } from './telemetry.ts'
