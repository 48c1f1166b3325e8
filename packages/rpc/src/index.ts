export { type BatchClient, type BatchClientOptions, createBatchClient } from './batch-client.ts'
export { type BatchHandler, type BatchShape, batchHandler } from './batch-server.ts'
export { type CallLimits, type ClientOptions, createClient, type ServiceClient } from './client.ts'
export { fromBigint, fromTimestamp, invalidField, required, toBigint, toTimestamp } from './convert.ts'
export { packageDefinition, protoDir, type ServiceRef, services } from './definitions.ts'
export type * as auth from './gen/auth.ts'
export type * as billing from './gen/billing.ts'
export type * as edge from './gen/edge.ts'
export type * as metering from './gen/metering.ts'
export type * as oauth from './gen/oauth.ts'
export type * as rpc from './gen/rpc.ts'
export type { HealthSource } from './health.ts'
export { createHealthClient, type HealthClient } from './health-client.ts'
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
export { fromRefusal, fromServiceError, toRefusal, toServiceError } from './status.ts'
export { traceCall, traceServed } from './trace.ts'
