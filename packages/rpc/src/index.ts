export { addressesNow } from './addresses.ts'
export {
  type Act,
  type ActDescriptions,
  type ActLog,
  type ActOutcome,
  type Administration,
  describeActs,
  personHere,
} from './administration.ts'
export { type Callee, serviceOf } from './areas.ts'
export { createBatchClient } from './batch-client.ts'
export { type BatchHandler, batchHandler } from './batch-server.ts'
export { type Caller, callers } from './callers.ts'
export { type ClientOptions, createClient, type ServiceClient } from './client.ts'
export { fromBigint, fromTimestamp, invalidField, required, toBigint, toTimestamp } from './convert.ts'
export {
  accountIdOf,
  appOf,
  buyerIdOf,
  callIdOf,
  fieldLimits,
  fitsBytes,
  grantIdOf,
  idOf,
  int64Of,
  isPlainText,
  keyIdOf,
  nameOf,
  remarkOf,
  textOf,
  timeMsOf,
  timeOf,
  uuidOf,
} from './fields.ts'
export type { HealthSource } from './health.ts'
export { createHealthClient, type HealthClient } from './health-client.ts'
export { ANYONE, callersSetting, newSecret, tokenFor } from './identity.ts'
export { keyBounds } from './key-bounds.ts'
export { bytesAtMost, messageLimits } from './message-size.ts'
export { callersOf, mayCall, methodRows } from './method-rows.ts'
export {
  namesFrom,
  nameToken,
  type PageEnd,
  pageOf,
  pageSizeOf,
  readNameToken,
  readNumberToken,
  readTimeToken,
  timeToken,
} from './pages.ts'
export {
  type CallContext,
  type GrpcServer,
  type Handlers,
  type Implementation,
  implement,
  serveGrpc,
} from './server.ts'
export type { MethodName, ReceivedRequestOf, ReceivedResponseOf, RequestOf, ResponseOf } from './shapes.ts'
export { asOwnFault, fromRefusal, toRefusal } from './status.ts'
export { traceCall, traceServed } from './trace.ts'
