import { createAddressGuard } from '../publisher/addresses.ts'
import { Circuits } from '../publisher/circuit.ts'
import { createSender } from '../publisher/sender.ts'
import type { AssemblyContext } from './context.ts'

/** Everything that reaches publishers, as the settings say. */
export function assemblePublishers({ config, clock, log }: AssemblyContext) {
  return {
    circuits: new Circuits({ clock, log }),
    sender: createSender({
      guard: createAddressGuard(config.ALLOW_PRIVATE_UPSTREAMS, config.ALLOW_HTTP_UPSTREAMS),
      clock,
      connectTimeoutMs: config.CONNECT_TIMEOUT_MS,
      limits: {
        connectionsMax: config.UPSTREAM_CONNECTIONS_MAX,
        publisherConnectionsMax: config.PUBLISHER_CONNECTIONS_MAX,
        appConnectionsMax: config.APP_CONNECTIONS_MAX,
        idleConnectionsMax: config.UPSTREAM_IDLE_CONNECTIONS_MAX,
        appIdleConnectionsMax: config.APP_IDLE_CONNECTIONS_MAX,
      },
    }),
    answerLimits: {
      idleMs: config.STREAM_IDLE_TIMEOUT_MS,
      totalMs: config.ANSWER_TIMEOUT_MS,
      answerBytesMax: config.ANSWER_BYTES_MAX,
      streamBytesMax: config.STREAM_BYTES_MAX,
    },
  }
}
