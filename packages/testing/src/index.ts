export {
  type Behaviour,
  behaviours,
  chatChunk,
  chatDone,
  type FakePublisher,
  type PublisherRequest,
  progressEvent,
  resultEvent,
  startFakePublisher,
} from './fake-publisher.ts'
export { adminDatabaseUrl, natsUrl, redisUrl } from './servers.ts'
export { createServiceDatabase, type ServiceDatabase } from './service-database.ts'
