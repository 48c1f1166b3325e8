export { type AppliedFields, appliedFields, appliedHash, isFieldChanged, isSameEntry } from './applied-hash.ts'
export { type Batcher, type BatcherOptions, createBatcher } from './batcher.ts'
export { type Clock, createFakeClock, type FakeClock, systemClock } from './clock.ts'
export { ConfigError, commonSettings, describeSettings, loadConfig, type SettingsSchema, settings } from './config.ts'
export { boundConnections } from './connections.ts'
export { createFairQueue, type FairQueue } from './fair-queue.ts'
export { isoTime } from './iso-time.ts'
export { createLogger, type Logger, type LoggerOptions, type LogLevel, type LogLine, logLevels } from './logger.ts'
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
export { type CheckReport, createOps, type HealthReport, type Ops } from './ops.ts'
export { redact, redactText } from './redact.ts'
export { type SamplerName, samplerNames } from './sampling.ts'
export { createSealer, SealBroken, type Sealer } from './sealer.ts'
export { type Closable, runService, type ServiceContext, type ServiceDefinition } from './service.ts'
export { noSpan, noTelemetry, type Span, type SpanRole, startTelemetry, type Telemetry } from './telemetry.ts'
export { uuidv7, uuidv7Floor } from './uuid.ts'
export { type WorkOffOptions, workOff } from './work-off.ts'
