import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { LimitRefusals } from '../limits/limit-refusals.ts'
import { sendError } from '../respond/send-error.ts'

const WAITING = Symbol('answers that wait for their turn')

interface PipeliningSocket extends Socket {
  [WAITING]?: number
}

/**
 * Bounds how many requests of one connection wait for the answer to an earlier one. The first beyond it is refused and the
 * connection closed behind it; later ones are not looked at. The function returned says whether a request may go on.
 */
export function createPipeliningBound(waitingMax: number, refusals: LimitRefusals) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    // Node gives a response its connection when its turn has come: nearly always at once.
    if (response.socket !== null) return true
    const socket: PipeliningSocket = request.socket
    const waiting = (socket[WAITING] ?? 0) + 1
    socket[WAITING] = waiting
    if (waiting > waitingMax) {
      if (waiting === waitingMax + 1) refuse(request, response, refusals)
      return false
    }
    response.once('finish', () => {
      const now = (socket[WAITING] ?? 1) - 1
      // A connection that was refused stays refused.
      if (now < waitingMax) socket[WAITING] = now
    })
    return true
  }
}

function refuse(request: IncomingMessage, response: ServerResponse, refusals: LimitRefusals): void {
  request.socket.pause()
  response.shouldKeepAlive = false
  sendError(response, refusals.error('pipelined_requests'), { connection: 'close' })
}
