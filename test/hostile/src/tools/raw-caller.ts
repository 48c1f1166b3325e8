import { connect, type Socket } from 'node:net'
import type { Tally } from '../attack.ts'

/** What to send, and how. */
export interface RawCall {
  readonly baseUrl: string
  /** Sent as it is, right after connecting. */
  readonly text: string
  /** Which address of this machine to call from, so that the victim does not share the attacker's. */
  readonly from: string
  /** Whether anything that comes back is taken from the connection. */
  readonly reads?: boolean
  readonly signal: AbortSignal
  /** Gets the status of the answer as soon as it is there, or the word for none. */
  readonly tally: Tally
}

/** Sends something on a connection of its own and keeps it open until the other side, or the signal, ends it. */
export function callRaw({ baseUrl, text, from, reads = true, signal, tally }: RawCall): Promise<void> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect({ host: hostname, port: Number(port), localAddress: from })
  const end = () => socket.destroy()
  signal.addEventListener('abort', end)
  socket.write(text)
  return new Promise(resolve => {
    let isAnswered = false
    const note = (chunk: Buffer) => {
      if (!isAnswered) tally.add(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1', 0, 12))?.[1] ?? 'nonsense')
      isAnswered = true
    }
    if (reads) socket.on('data', note)
    else takeNothing(socket, note)
    socket.on('error', end)
    socket.on('close', () => {
      signal.removeEventListener('abort', end)
      if (!isAnswered) tally.add(signal.aborted ? 'waiting to the end' : 'closed without an answer')
      resolve()
    })
  })
}

/** One piece is taken to learn the status. */
function takeNothing(socket: Socket, note: (chunk: Buffer) => void): void {
  socket.once('data', chunk => {
    note(chunk)
    socket.pause()
  })
}

/** The head of a request, with everything that an app's path needs but a body. */
export function headOf(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ host: 'gateway', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** Headers of a call of an MCP method. */
export function mcpHeaders(key: string, method: string, name: string): Record<string, string> {
  return {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    'mcp-name': name,
  }
}
