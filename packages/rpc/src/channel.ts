import * as grpc from '@grpc/grpc-js'

/**
 * Options of every channel: reconnects quickly (a restarted service is back within a second), and notices a peer that
 * is gone without a word within about 13 s even when nothing is sent.
 */
const channelOptions: grpc.ChannelOptions = {
  'grpc.initial_reconnect_backoff_ms': 50,
  'grpc.min_reconnect_backoff_ms': 50,
  'grpc.max_reconnect_backoff_ms': 1000,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 3_000,
  'grpc.keepalive_permit_without_calls': 1,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  // Two clients of one process must not share a connection: each stream pool counts on having its own.
  'grpc.use_local_subchannel_pool': 1,
}

/** Opens one channel per address of a comma list; each may also be a name with several replicas behind it. */
export function openChannels(addresses: string): grpc.Client[] {
  return addresses
    .split(',')
    .map(address => address.trim())
    .filter(address => address !== '')
    .map(address => new grpc.Client(address, grpc.credentials.createInsecure(), channelOptions))
}

/** Metadata that authenticates the calling service. */
export function callMetadata(token: string | undefined): grpc.Metadata {
  const metadata = new grpc.Metadata()
  if (token !== undefined && token !== '') metadata.set('authorization', `Bearer ${token}`)
  return metadata
}
