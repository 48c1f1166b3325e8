export { isPackedStages, packStages, unpackStages } from './call-stages.ts'
export { type Invalidation, publishInvalidation, subscribeInvalidations } from './invalidations.ts'
export { connectNats, type NatsLink, type NatsOptions } from './nats-link.ts'
export {
  createUsageConsumer,
  type PoisonMessage,
  type UsageConsumer,
  type UsageConsumerOptions,
  type UsageMessage,
} from './usage-consumer.ts'
export type { CallObserved, CallStage, UsageKind, UsageRecorded } from './usage-events.ts'
export { createUsagePublisher, type UsagePublisher, type UsagePublisherOptions } from './usage-publisher.ts'
export { ensureUsageStream, type UsageNames, type UsageStreamOptions, usageNames } from './usage-stream.ts'
