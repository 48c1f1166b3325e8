export type {
  BoundCounter,
  BoundHistogram,
  Collect,
  CounterMetric,
  GaugeMetric,
  HistogramMetric,
} from './instruments.ts'
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
export { batchBuckets, createMetrics, durationBuckets, type Metrics } from './metrics.ts'
export { observeSplits } from './observe-splits.ts'
export { redact, redactText } from './redact.ts'
export { type SamplerName, samplerNames } from './sampling.ts'
export type { Labels } from './series.ts'
export { noSpan, type Span, type SpanRole } from './span.ts'
export { noTelemetry, startTelemetry, type Telemetry } from './telemetry.ts'
