import { type edge, services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import type { Circuit, Probed } from '../domain/publisher.ts'
import type { ServiceOptions } from './auth.ts'

/** What the edge knows of publishers' servers, since it is the one that reaches them. */
export interface Edges {
  /** What a server offers; `probe_failed` with what it did wrong. */
  probe(target: ProbeTarget): Promise<Probed>
  /** Circuits of a publisher's apps that are not closed, or have failures behind them, at every edge that answers. */
  circuits(publisherUsername: string): Promise<Circuit[]>
  close(): void
}

interface ProbeTarget {
  readonly publisherUsername: string
  readonly adapter: string
  readonly upstream: string
  readonly model: string
}

/** Servers are slower than services. */
const PROBE_MS = 20_000

/** Opens the connections to edges: each has circuits of its own. */
export function openEdges({ address, token, timeoutMs }: ServiceOptions): Edges {
  const prober = createClient(services.edge.ProbeService, { address, token })
  const each = address.split(',').map(one => createClient(services.edge.CircuitService, { address: one, token }))
  return {
    async probe(target) {
      const { title, description, tools } = await prober.ProbeUpstream(target, { timeoutMs: PROBE_MS })
      return { title, description, tools }
    },
    async circuits(publisherUsername) {
      const answers = await Promise.allSettled(
        each.map(client => client.ListCircuits({ publisherUsername }, { timeoutMs })),
      )
      const heard = answers.filter(answer => answer.status === 'fulfilled')
      const [failed] = answers.filter(answer => answer.status === 'rejected')
      if (heard.length === 0 && failed !== undefined) throw failed.reason
      return heard.flatMap(({ value }) => value.circuits.map(toCircuit))
    },
    close() {
      for (const client of [prober, ...each]) client.close()
    },
  }
}

const STATE_OF: Readonly<Record<edge.CircuitState__Output, Circuit['state']>> = {
  CIRCUIT_STATE_UNSPECIFIED: 'closed',
  CIRCUIT_STATE_CLOSED: 'closed',
  CIRCUIT_STATE_OPEN: 'open',
  CIRCUIT_STATE_HALF_OPEN: 'half_open',
}

/** Which buyer it is about is not its publisher's to know. */
function toCircuit({ app, state, consecutiveFailures, retryInMs, buyerId }: edge.Circuit__Output): Circuit {
  const isOfOneBuyer = buyerId !== ''
  return { app, state: STATE_OF[state], isOfOneBuyer, consecutiveFailures, retryInMs: Number(retryInMs) }
}
