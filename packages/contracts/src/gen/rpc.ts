export * from './gateway/rpc/v1/Any.ts'
export * from './gateway/rpc/v1/ErrorInfo.ts'
export * from './gateway/rpc/v1/Refusal.ts'
export * from './gateway/rpc/v1/Status.ts'
