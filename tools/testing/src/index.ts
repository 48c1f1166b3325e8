export { freePort } from '@mtg/embedded'
export { chromiumLaunch } from './browser.ts'
export { type Answer, callMcp, callTool, chat, post } from './calls.ts'
export { type ClusterServers, startClusterServers } from './cluster-servers.ts'
export { type Constellation, type ConstellationOptions, startConstellation } from './constellation.ts'
export { eventually } from './eventually.ts'
export {
  type Behaviour,
  behaviours,
  chatChunk,
  chatDone,
  type FakePublisher,
  progressEvent,
  resultEvent,
  startFakePublisher,
} from './fake-publisher.ts'
export { fuzz } from './fuzz.ts'
export { fuzzGrpc } from './fuzz-grpc.ts'
export { hostileInteger, hostilePageToken, hostileText } from './hostile-values.ts'
export { createInspector } from './inspector.ts'
export {
  type RawPublisher,
  type RawRequest,
  rawAnswer,
  rawChat,
  rawResult,
  startRawPublisher,
} from './raw-publisher.ts'
export { provideSharedServers } from './server-share.ts'
export { adminDatabaseUrl, natsUrl, redisUrl } from './servers.ts'
export { createServiceDatabase, type ServiceDatabase } from './service-database.ts'
