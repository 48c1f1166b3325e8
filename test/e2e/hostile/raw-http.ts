import { connect, type Socket } from 'node:net'

/** One answer read off a socket. */
export interface RawAnswer {
  status: number
  headers: Map<string, string>
  body: Buffer
}

/** What came back on a socket, and how it ended. */
export interface Exchange {
  answers: RawAnswer[]
  /** Whether the server closed the connection. */
  closed: boolean
}

/** How to talk on a raw socket. */
export interface ExchangeOptions {
  baseUrl: string
  /** What is sent, in order. */
  send: Iterable<string | Buffer> | AsyncIterable<string | Buffer>
  /** Stop reading after so many final answers; left out: read until the server closes the connection. */
  answersWanted?: number
  /** Give up after this long: whoever gets there has been left hanging. */
  timeoutMs?: number
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LINE_END = Buffer.from('\r\n')

/** Sends bytes as they are, and reads what comes back; rejects when the server neither answers nor closes in time. */
export async function exchange({
  baseUrl,
  send,
  answersWanted,
  timeoutMs = 15_000,
}: ExchangeOptions): Promise<Exchange> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let received: Buffer = Buffer.alloc(0)
  let closed = false
  const done = Promise.withResolvers<void>()
  const deadline = setTimeout(
    () => done.reject(new Error(`no end after ${timeoutMs} ms: ${preview(received)}`)),
    timeoutMs,
  )
  socket.on('data', chunk => {
    received = Buffer.concat([received, chunk])
    if (answersWanted !== undefined && finalAnswers(received).length >= answersWanted) done.resolve()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    closed = true
    done.resolve()
  })
  try {
    await Promise.race([done.promise, sendAll(socket, send).then(() => done.promise)])
    return { answers: finalAnswers(received), closed }
  } finally {
    clearTimeout(deadline)
    socket.destroy()
  }
}

async function sendAll(socket: Socket, parts: ExchangeOptions['send']): Promise<void> {
  for await (const part of parts) {
    if (socket.destroyed) return
    if (!socket.write(part)) await new Promise(resolve => socket.once('drain', resolve).once('close', resolve))
  }
}

/** The answers that are complete so far, without the interim ones (1xx). */
function finalAnswers(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest: Buffer | undefined = bytes
  while (rest && rest.length > 0) {
    const next = readAnswer(rest)
    if (!next) break
    if (next.answer.status >= 200) answers.push(next.answer)
    rest = next.rest
  }
  return answers
}

function readAnswer(bytes: Buffer): { answer: RawAnswer; rest: Buffer } | undefined {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd === -1) return undefined
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1])
  if (!Number.isInteger(status)) throw new Error(`not an HTTP answer: ${preview(bytes)}`)
  const headers = new Map(lines.map(line => splitHeader(line)))
  const content = readContent(bytes.subarray(headEnd + HEAD_END.length), headers, status)
  return content && { answer: { status, headers, body: content.body }, rest: content.rest }
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

function readContent(bytes: Buffer, headers: Map<string, string>, status: number) {
  if (status < 200 || status === 204 || status === 304) return { body: Buffer.alloc(0), rest: bytes }
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes)
  const length = Number(headers.get('content-length') ?? '0')
  if (bytes.length < length) return undefined
  return { body: bytes.subarray(0, length), rest: bytes.subarray(length) }
}

function readChunks(bytes: Buffer): { body: Buffer; rest: Buffer } | undefined {
  const parts: Buffer[] = []
  let at = 0
  for (;;) {
    const lineEnd = bytes.indexOf(LINE_END, at)
    if (lineEnd === -1) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const start = lineEnd + LINE_END.length
    const end = start + size + LINE_END.length
    if (bytes.length < end) return undefined
    if (size === 0) return { body: Buffer.concat(parts), rest: bytes.subarray(end) }
    parts.push(bytes.subarray(start, start + size))
    at = end
  }
}

function preview(bytes: Buffer): string {
  return JSON.stringify(bytes.toString('latin1', 0, 200))
}
