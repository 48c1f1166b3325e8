// Just enough HTTP/1.1 for the two ends of bench:edge and bench:peers, so that they leave the machine to what is measured:
// messages with a Content-Length or in chunks without trailers, and ASCII heads, one at a time on a connection.

const HEAD_END = '\r\n\r\n'
const LINE_END = '\r\n'
const LENGTH = /\r\ncontent-length: *(\d+)/i
const CHUNKED = /\r\ntransfer-encoding: *chunked/i

/** Cuts what a connection brings into messages, and hands over the head of each once its body is complete. */
export function readFrames(onFrame: (head: string) => void): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0)
  return chunk => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    for (;;) {
      const headEnd = pending.indexOf(HEAD_END)
      if (headEnd === -1) return
      const head = pending.toString('latin1', 0, headEnd)
      const end = endOfBody(pending, head, headEnd + HEAD_END.length)
      if (end === undefined || pending.length < end) return
      pending = pending.subarray(end)
      onFrame(head)
    }
  }
}

/** Where the body ends; undefined while that cannot be said. */
function endOfBody(bytes: Buffer, head: string, start: number): number | undefined {
  const length = LENGTH.exec(head)?.[1]
  if (length !== undefined) return start + Number(length)
  if (CHUNKED.test(head)) return endOfChunks(bytes, start)
  if (head.startsWith('GET ')) return start
  throw new Error(`a message without a length: ${head}`)
}

function endOfChunks(bytes: Buffer, start: number): number | undefined {
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf(LINE_END, at)
    if (lineEnd === -1) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    at = lineEnd + LINE_END.length + size + LINE_END.length
    if (size === 0) return at
    if (at > bytes.length) return undefined
  }
}
