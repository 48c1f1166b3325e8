import {
  createUsageConsumer,
  type NatsLink,
  type UsageConsumer,
  type UsageMessage,
  type UsageStreamOptions,
} from '@mtg/events'
import type { Logger, Metrics } from '@mtg/observability'
import type { EventBatch, Ingest } from '../use-cases/record/ingest.ts'

/** The bus that events come from, and who takes them. */
export interface ConsumerDeps {
  readonly nats: NatsLink
  readonly prefix: string
  readonly stream: UsageStreamOptions
  readonly ingest: Ingest
  readonly log: Logger
  readonly metrics: Metrics
}

/** Takes usage events from the bus into the store. */
export function startConsumer({ nats, prefix, stream, ingest, log, metrics }: ConsumerDeps): UsageConsumer {
  return createUsageConsumer({
    nats,
    prefix,
    stream,
    log,
    metrics,
    handle: (messages, { isLast }) => ingest.handle({ ...toBatch(messages), isLast }),
    onPoison: ({ subject, data, reason }) =>
      ingest.keepPoison({ subject: subject.slice(prefix.length), payload: Buffer.from(data), reason }),
  })
}

function toBatch(messages: readonly UsageMessage[]): EventBatch {
  const eventsOf = (kind: UsageMessage['kind']) =>
    messages.filter(message => message.kind === kind).flatMap(message => message.events)
  return { recorded: eventsOf('recorded'), observed: eventsOf('observed') }
}
