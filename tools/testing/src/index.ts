// Most tests need little of this, and each test file is a process: what loads much of the gateway is loaded when it is called.
// Generated inputs (@mtg/testing/fuzz and beside it) are imported on their own for the same reason.
import type { ClusterServers, ClusterServersOptions } from './cluster-servers.ts'
import type { Constellation, ConstellationOptions } from './constellation.ts'
import type { ServerShare, ServerShareOptions } from './server-share.ts'
import type { ServiceDatabase, ServiceDatabaseOptions } from './service-database.ts'

export { freePort } from '@mtg/embedded'
export { cellNames } from '@mtg/launcher/cells'
export { chromiumLaunch } from './browser.ts'
export { type Answer, callMcp, callTool, chat, post } from './calls.ts'
export type { ClusterServers } from './cluster-servers.ts'
export { compileCache } from './compile-cache.ts'
export type { Constellation, ConstellationOptions } from './constellation.ts'
export { clearOfTurn, eventually } from './eventually.ts'
export {
  type Behaviour,
  behaviours,
  chatChunk,
  chatDone,
  type FakePublisher,
  progressEvent,
  resultEvent,
  startFakePublisher,
  writePiece,
} from './fake-publisher.ts'
export { freeze } from './freeze.ts'
export { linkInMessage, messagesTo, messageTo, sessionCookie } from './people.ts'
export {
  type RawPublisher,
  type RawRequest,
  rawAnswer,
  rawChat,
  rawResult,
  startRawPublisher,
} from './raw-publisher.ts'
export { adminDatabaseUrl, natsUrl, redisUrl } from './servers.ts'
export type { ServiceDatabase } from './service-database.ts'

/** Starts the gateway. Stop it in `after`: its processes and data are gone then. */
export async function startConstellation(options: ConstellationOptions = {}): Promise<Constellation> {
  return (await import('./constellation.ts')).startConstellation(options)
}

/** Starts a Redis Cluster, a NATS cluster and PostgreSQL with a streaming replica, all with data of their own. */
export async function startClusterServers(options: ClusterServersOptions = {}): Promise<ClusterServers> {
  return (await import('./cluster-servers.ts')).startClusterServers(options)
}

/** Makes a database, and prefixes for Redis and NATS, of this name. */
export async function provideSharedServers(name: string, options?: ServerShareOptions): Promise<ServerShare> {
  return (await import('./server-share.ts')).provideSharedServers(name, options)
}

/** Makes a database with the service's schema migrated and granted, as `npm start` does. */
export async function createServiceDatabase(options: ServiceDatabaseOptions): Promise<ServiceDatabase> {
  return (await import('./service-database.ts')).createServiceDatabase(options)
}
