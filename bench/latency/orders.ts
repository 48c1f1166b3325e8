/** What the load is told to do. */
export interface Order {
  readonly target: Target
  /** Calls a second; undefined: `connections` calls under way at any time, to find out how many a second there can be. */
  readonly rate: number | undefined
  readonly connections: number
  readonly seconds: number
  readonly seed: number
  /** Keys of the buyers who call, in turns. */
  readonly keys: readonly string[]
  readonly answer: AnswerKind
}

/** Where calls go: a gRPC service, or an HTTP path. */
export interface Target {
  readonly kind: 'http' | 'grpc'
  readonly origin: string
}

export type AnswerKind = 'json' | 'sse'

/** What came of it. Times are from the moment at which a call was due, milliseconds. */
export interface Outcome {
  readonly calls: number
  readonly failed: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p90Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** CPU of the load itself for each call, microseconds. */
  readonly loadCpuMicros: number
}

/** The publisher's path, and what the gateway knows it by. */
export const APP = 'acme/tools'
export const FLOOR_METHOD = '/bench.Floor/Commit'
