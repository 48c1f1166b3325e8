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
