import { createSocket } from 'node:dgram'

/** A name server for the pods. */
export interface NameServer {
  close(): Promise<void>
}

/** Addresses of a name; undefined when there is no such name, which is another answer than none. */
export type Resolve = (name: string) => readonly string[] | undefined

const PORT = 53
const HEADER_BYTES = 12
const CLASS_IN = 1
const TYPE_A = 1
const TTL_SECONDS = 1
/** An answer, of a name server that recurses. */
const ANSWER_FLAGS = 0x8180
const NO_SUCH_NAME = 3
/** Where in a message its question's name is. */
const POINTER_TO_QUESTION = 0xc00c

/**
 * Answers for the names of Services, as a cluster's name server: with the pods that are ready, by UDP. Other questions than for
 * IPv4 addresses have no answers.
 */
export async function serveNames(host: string, resolve: Resolve): Promise<NameServer> {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const answer = answerTo(question, resolve)
    if (answer !== undefined) socket.send(answer, port, address)
  })
  await new Promise<void>((done, fail) => socket.once('error', fail).bind(PORT, host, done))
  return { close: () => new Promise(done => socket.close(() => done())) }
}

function answerTo(question: Buffer, resolve: Resolve): Buffer | undefined {
  const asked = readQuestion(question)
  if (asked === undefined) return undefined
  const addresses = resolve(asked.name)
  const records = asked.type === TYPE_A ? (addresses ?? []).map(recordOf) : []
  const header = Buffer.alloc(HEADER_BYTES)
  question.copy(header, 0, 0, 2)
  header.writeUInt16BE(ANSWER_FLAGS | (addresses === undefined ? NO_SUCH_NAME : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, question.subarray(HEADER_BYTES, asked.end), ...records])
}

function readQuestion(
  message: Buffer,
): { readonly name: string; readonly type: number; readonly end: number } | undefined {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = message[at]; length !== 0; length = message[at]) {
    if (length === undefined) return undefined
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  if (message.length < at + 5) return undefined
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function recordOf(address: string): Buffer {
  const record = Buffer.alloc(16)
  record.writeUInt16BE(POINTER_TO_QUESTION, 0)
  record.writeUInt16BE(TYPE_A, 2)
  record.writeUInt16BE(CLASS_IN, 4)
  record.writeUInt32BE(TTL_SECONDS, 6)
  record.writeUInt16BE(4, 10)
  record.set(address.split('.').map(Number), 12)
  return record
}
