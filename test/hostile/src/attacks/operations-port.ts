import { once } from 'node:events'
import { connect } from 'node:net'
import type { Attack } from '../attack.ts'
import { repeat } from '../tools/repeat.ts'

const TARGETS = ['//', '/\\', 'http://[', 'http://a:99999/', '*', '/%', '/metrics', `/${'a'.repeat(7000)}`]
const PATIENCE_MS = 300

/** Requests on every operations port whose targets are no addresses, and connections that then say nothing. */
export const operationsPort: Attack = {
  name: 'operations-port',
  about: 'targets that are no addresses, on every operations port',
  run({ ops }, signal, tally) {
    const origins = Object.values(ops)
    return repeat({ perSecond: 100, atOnceMax: 200 }, signal, tally, async turn => {
      const { hostname, port } = new URL(origins[turn % origins.length] ?? '')
      const socket = connect({ host: hostname, port: Number(port) })
      socket.on('error', () => undefined)
      const answer = once(socket, 'data', { signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]) })
      socket.write(`GET ${TARGETS[turn % TARGETS.length]} HTTP/1.1\r\nHost: ops\r\n\r\n`)
      try {
        const [bytes] = (await answer) as [Buffer]
        tally.add(bytes.toString('latin1', 9, 12))
      } catch {
        tally.add('no answer')
      } finally {
        socket.destroy()
      }
    })
  },
}
