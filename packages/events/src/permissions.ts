import { invalidationSubject } from './invalidations.ts'
import { inboxPrefixOf } from './nats-address.ts'
import { usageKinds } from './usage-events.ts'
import { usageNames } from './usage-stream.ts'

/** The services that use NATS, each with a user of its own. */
export const natsServices = ['edge-proxy', 'auth', 'billing', 'metering'] as const

/** A service that uses NATS. */
export type NatsService = (typeof natsServices)[number]

/** Subjects that a user may use: `*` stands for one word, `>` for the rest. */
export interface NatsPermissions {
  readonly publish: readonly string[]
  readonly subscribe: readonly string[]
}

/**
 * What each service needs and no more: only the edge may publish usage, only metering may read it and look after its streams,
 * only auth and billing may say that something is stale.
 */
export function natsPermissions(prefix: string, service: NatsService): NatsPermissions {
  const inbox = `${inboxPrefixOf(service)}.>`
  const invalidation = invalidationSubject(prefix)
  switch (service) {
    case 'edge-proxy':
      return { publish: publishingUsage(prefix), subscribe: [invalidation, inbox] }
    case 'auth':
      return { publish: [invalidation], subscribe: [inbox] }
    case 'billing':
      return { publish: [invalidation], subscribe: [invalidation, inbox] }
    case 'metering':
      return { publish: storingUsage(prefix), subscribe: [inbox] }
    default:
      return service satisfies never
  }
}

const API_INFO = '$JS.API.INFO'

/** Publishing, and making a stream that a wiped server has lost. Streams that are there cannot be changed by it. */
function publishingUsage(prefix: string): string[] {
  const { streamOf, subjectOf } = usageNames(prefix)
  return [
    API_INFO,
    ...usageKinds.flatMap(kind => [
      subjectOf(kind),
      `$JS.API.STREAM.INFO.${streamOf(kind)}`,
      `$JS.API.STREAM.CREATE.${streamOf(kind)}`,
    ]),
  ]
}

/** Reading and looking after the streams, and emptying the one of releases before 0.5. */
function storingUsage(prefix: string): string[] {
  const { streamOf, formerStream, consumer } = usageNames(prefix)
  const ofStream = (stream: string) => [
    `$JS.API.STREAM.INFO.${stream}`,
    `$JS.API.STREAM.UPDATE.${stream}`,
    `$JS.API.CONSUMER.INFO.${stream}.${consumer}`,
    `$JS.API.CONSUMER.CREATE.${stream}.${consumer}`,
    `$JS.API.CONSUMER.CREATE.${stream}.${consumer}.>`,
    `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${consumer}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`,
    `$JS.ACK.${stream}.${consumer}.>`,
  ]
  return [
    API_INFO,
    ...usageKinds.flatMap(kind => [`$JS.API.STREAM.CREATE.${streamOf(kind)}`, ...ofStream(streamOf(kind))]),
    ...ofStream(formerStream),
    `$JS.API.STREAM.DELETE.${formerStream}`,
  ]
}
