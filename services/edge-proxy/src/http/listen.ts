import { joinAddress, splitAddress } from '@mtg/primitives'
import type { FastifyInstance } from 'fastify'
import { BACKLOG, canShare, claimPort, openAcceptLanes } from './accept-lanes.ts'

/** Where an app is heard. */
export interface Listening {
  /** "host:port" with the real port. */
  readonly address: string
  /** Takes no more connections; the app itself is closed apart. */
  close(): Promise<void>
}

/** Lets an app listen, on as many sockets as a crowd needs. */
export async function listen(app: FastifyInstance, listenAddress: string): Promise<Listening> {
  const { host, port } = splitAddress(listenAddress)
  await claimPort({ host, port })
  // fastify hands all options to the server, also those that its types do not name.
  const options = { host, port, backlog: BACKLOG, reusePort: canShare }
  await app.listen(options)
  const bound = app.server.address()
  if (bound === null || typeof bound === 'string') throw new Error(`${listenAddress} is no TCP port`)
  const { port: realPort } = bound
  const lanes = await openAcceptLanes(app.server, { host, port: realPort })
  return { address: joinAddress({ host, port: realPort }), close: () => lanes.close() }
}
