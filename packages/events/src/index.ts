export { isPackedStages, packStages, unpackStages } from './call-stages.ts'
export { boundText, NAME_LENGTH_MAX } from './event-bounds.ts'
export { type Invalidation, publishInvalidation, subscribeInvalidations } from './invalidations.ts'
export { parseNatsUrls } from './nats-address.ts'
export { connectNats, type NatsLink, type NatsOptions } from './nats-link.ts'
export { type NatsPermissions, type NatsService, natsPermissions, natsServices } from './permissions.ts'
export {
  createUsageConsumer,
  type Delivery,
  type PoisonMessage,
  type UsageConsumer,
  type UsageConsumerOptions,
  type UsageMessage,
} from './usage-consumer.ts'
export type { CallObserved, CallStage, UsageKind, UsageRecorded } from './usage-events.ts'
export { createUsagePublisher, type UsagePublisher, type UsagePublisherOptions } from './usage-publisher.ts'
export { ensureUsageStreams, type UsageNames, type UsageStreamOptions, usageNames } from './usage-stream.ts'
