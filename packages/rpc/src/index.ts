export { isUuid } from '@mtg/primitives'
export { type Area, type Callee, callersOf, type MethodRow, mayCall, methodRows, serviceOf } from './access.ts'
export { type BatchClientOptions, createBatchClient } from './batch-client.ts'
export type { BatchClient } from './batch-sender.ts'
export { type BatchHandler, type BatchShape, batchHandler } from './batch-server.ts'
export { type Caller, callers, isCaller } from './callers.ts'
export { type CallLimits, type ClientOptions, createClient, type ServiceClient } from './client.ts'
export { fromBigint, fromTimestamp, invalidField, required, toBigint, toTimestamp } from './convert.ts'
export {
  appOf,
  buyerIdOf,
  callIdOf,
  fieldLimits,
  fitsBytes,
  idOf,
  int64Of,
  isPlainText,
  nameOf,
  purchaseIdOf,
  remarkOf,
  textOf,
  timeMsOf,
  timeOf,
  uuidOf,
} from './fields.ts'
export type { HealthSource } from './health.ts'
export { createHealthClient, type HealthClient } from './health-client.ts'
export { ANYONE, callersSetting, newSecret, tokenFor } from './identity.ts'
export { bytesAtMost, messageLimits } from './message-size.ts'
export { type PageEnd, pageOf, pageSizeOf, readNumberToken, readTimeToken, timeToken } from './pages.ts'
export {
  type CallContext,
  type GrpcServer,
  type Handlers,
  type Implementation,
  implement,
  type ServerOptions,
  serveGrpc,
  type UnaryHandler,
} from './server.ts'
export { asOwnFault, fromRefusal, fromServiceError, toRefusal, toServiceError } from './status.ts'
export { traceCall, traceServed } from './trace.ts'
