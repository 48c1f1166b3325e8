import type * as grpc from '@grpc/grpc-js'
import { messageLimits } from './message-size.ts'

/**
 * What one peer may ask of a gRPC server. Metadata (64 KiB, 128 lines), pings and streams that are reset in bursts are bounded by
 * Node's HTTP/2 itself.
 */
export const serverLimits = {
  options: {
    'grpc.max_receive_message_length': messageLimits.messageBytesMax,
    'grpc.max_send_message_length': messageLimits.messageBytesMax,
    /** Calls and streams of one connection; clients keep further ones back. */
    'grpc.max_concurrent_streams': 1000,
  } satisfies grpc.ServerOptions,
  /** Unary calls of one method under way, of all connections together; further ones are `overloaded`. */
  unaryCallsMax: 2000,
} as const
