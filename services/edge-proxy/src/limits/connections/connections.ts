import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../address.ts'
import type { LimitRefusals, Measured } from '../limit-refusals.ts'
import { createSharedPlaces } from '../places.ts'

/** How many connections there may be. */
export interface ConnectionBounds {
  readonly connectionsMax: number
  /** Of one address; undefined where a proxy's connections carry everybody's requests. */
  readonly addressConnectionsMax: number | undefined
  readonly refusals: LimitRefusals
}

/** Closes connections beyond the bounds as they come: there is no request yet that could be answered. */
export function boundConnections(server: Server, bounds: ConnectionBounds): Measured {
  const { connectionsMax, addressConnectionsMax: perKeyMax, refusals } = bounds
  const places = createSharedPlaces({
    limit: 'connections',
    max: connectionsMax,
    key: perKeyMax === undefined ? undefined : { limit: 'address_connections', perKeyMax },
    refusals,
  })
  server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress)
    try {
      places.enter(address)
    } catch {
      // It is counted.
      socket.destroy()
      return
    }
    socket.once('close', () => places.leave(address))
  })
  return places
}
