import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RawRequest, startRawPublisher } from '@mtg/testing/raw-publisher'
import type { Attack, Tally } from '../attack.ts'
import { headOf, mcpHeaders } from '../tools/raw-caller.ts'
import { repeat } from '../tools/repeat.ts'

const EVENT = `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: { x: 'x'.repeat(60_000) } })}\n\n`
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n'
/** Few: the kernel takes megabytes of each stream before anybody has to wait for its reader. */
const STARTS_PER_SECOND = 2
const AT_ONCE = 16
const SIP_MS = 200

/** Streams without end, as fast as they are taken; half of the buyers take nothing of them, half a sip now and then. */
export const slowReaders: Attack = {
  name: 'slow-readers',
  about: 'endless streams, sixteen at once, whose buyers read slowly or not at all',
  async run({ baseUrl, attacker }, signal, tally) {
    await using publisher = await startRawPublisher(attacker.publisherPort)
    publisher.behave(stream)
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'x', method: 'tools/call', params: { name: 's', arguments: {} } })
    const headers = { ...mcpHeaders(attacker.rich.key, 'tools/call', 's'), 'content-length': String(body.length) }
    const text = headOf(`/v1-beta/mcp/${attacker.mcpApp}`, headers) + body
    await repeat({ perSecond: STARTS_PER_SECOND, atOnceMax: AT_ONCE }, signal, tally, async turn => {
      const sips = turn % 2 === 0
      const isCut = await readSlowly({ baseUrl, text, sips, tally }, signal)
      if (isCut) tally.add(sips ? 'cut off while sipping' : 'cut off while reading nothing')
    })
  },
}

function stream({ connection }: RawRequest): void {
  connection.write(HEAD)
  const more = () => {
    while (!connection.destroyed && connection.write(EVENT));
  }
  connection.on('drain', more)
  more()
}

interface SlowReader {
  readonly baseUrl: string
  readonly text: string
  /** Whether it takes a little now and then. */
  readonly sips: boolean
  readonly tally: Tally
}

/** Resolves when the connection has ended: whether the gateway ended it. */
async function readSlowly({ baseUrl, text, sips, tally }: SlowReader, signal: AbortSignal): Promise<boolean> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.1.21' })
  const end = () => socket.destroy()
  signal.addEventListener('abort', end)
  const ended = new Promise<void>(resolve => socket.once('close', () => resolve()))
  socket.on('error', end).write(text)
  socket.once('data', chunk => {
    tally.add(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1', 0, 12))?.[1] ?? 'nonsense')
  })
  socket.on('data', () => {
    socket.pause()
    if (sips) void sleep(SIP_MS, undefined, { ref: false }).then(() => socket.resume())
  })
  // A paused socket does not hear that it was cut off.
  const probe = setInterval(() => socket.write('\r\n'), SIP_MS)
  await ended
  clearInterval(probe)
  signal.removeEventListener('abort', end)
  return !signal.aborted
}
