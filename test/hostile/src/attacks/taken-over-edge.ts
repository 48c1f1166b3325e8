import { type ServiceRef, services } from '@mtg/contracts'
import { parseNatsUrls, usageNames } from '@mtg/events'
import { createClient, mayCall } from '@mtg/rpc'
import { connect, type NatsConnection } from 'nats'
import type { Attack, Target } from '../attack.ts'
import { repeat } from '../tools/repeat.ts'

const LIMITS = { timeoutMs: 5000 }

type Call = (request: object, limits: typeof LIMITS) => Promise<unknown>

/** Every RPC of other services that the edge has no need of, asked with all that the edge knows. */
function forbiddenCalls({ grpc, edge }: Target): { calls: (() => Promise<unknown>)[]; close: () => void } {
  const areas = Object.entries(services).filter(([area]) => area !== 'edge')
  const clients = areas.flatMap(([area, refs]) =>
    Object.values<ServiceRef<unknown>>(refs).map(ref => {
      const client = createClient(ref, { address: grpc[area] ?? '', token: edge.secret })
      const forbidden = Object.entries(ref.definition).filter(
        ([, { path, requestStream }]) => !requestStream && !mayCall('edge-proxy', path),
      )
      const methods = client as unknown as Record<string, Call>
      return {
        client,
        calls: forbidden.map(
          ([method]) =>
            () =>
              methods[method]?.({}, LIMITS) ?? Promise.resolve(),
        ),
      }
    }),
  )
  return {
    calls: clients.flatMap(({ calls }) => calls),
    close: () => clients.forEach(({ client }) => client.close()),
  }
}

/** What the edge could do to the bus if it were let. */
function harmToBus(connection: NatsConnection, prefix: string): (() => Promise<unknown>)[] {
  const stream = usageNames(prefix).streamOf('recorded')
  const manager = () => connection.jetstreamManager({ checkAPI: false, timeout: LIMITS.timeoutMs })
  return [
    async () => (await manager()).streams.purge(stream),
    async () => (await manager()).streams.delete(stream),
    async () => (await manager()).consumers.delete(stream, 'metering'),
  ]
}

const REFUSED = /permission_denied|unauthenticated|PERMISSIONS_VIOLATION/

/** An edge that somebody else runs now: it has its identity, its login at the bus, and bad intentions. */
export const takenOverEdge: Attack = {
  name: 'taken-over-edge',
  about: "administrative RPCs and the bus's streams, with the edge's own credentials",
  async run(target, signal, tally) {
    const { calls, close } = forbiddenCalls(target)
    const connection = await connect({ ...parseNatsUrls(target.edge.natsUrl), inboxPrefix: '_INBOX.edge-proxy' })
    void (async () => {
      for await (const _status of connection.status()) void _status
    })()
    const attempts = [...calls, ...harmToBus(connection, target.natsPrefix)]
    await repeat({ perSecond: 50, atOnceMax: 20 }, signal, tally, async turn => {
      const outcome = await attempts[turn % attempts.length]?.().then(
        () => 'done',
        (error: { code?: string }) => (REFUSED.test(String(error.code)) ? 'refused' : 'got further'),
      )
      tally.add(String(outcome))
    })
    close()
    await connection.close()
  },
}
