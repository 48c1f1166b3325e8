export {
  createLogger,
  type Logger,
  type LoggerOptions,
  type LogLevel,
  type LogLine,
  type LogOutput,
  logLevels,
  openLogOutput,
} from './logger.ts'
export {
  type BoundCounter,
  type BoundHistogram,
  batchBuckets,
  type Collect,
  type CounterMetric,
  createMetrics,
  durationBuckets,
  type GaugeMetric,
  type HistogramMetric,
  type Labels,
  type Metrics,
} from './metrics.ts'
export { observeSplits } from './observe-splits.ts'
export { redact, redactText } from './redact.ts'
export { type SamplerName, samplerNames } from './sampling.ts'
export { noSpan, noTelemetry, type Span, type SpanRole, startTelemetry, type Telemetry } from './telemetry.ts'
