// Just enough HTTP/1.1 for the two ends of bench:edge, so that they leave the machine to what is measured: messages with a
// Content-Length and ASCII heads, one at a time on a connection.

const HEAD_END = '\r\n\r\n'
const LENGTH = /\r\ncontent-length: *(\d+)/i

/** Cuts what a connection brings into messages, and hands over the head of each once its body is complete. */
export function readFrames(onFrame: (head: string) => void): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0)
  return chunk => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    for (;;) {
      const headEnd = pending.indexOf(HEAD_END)
      if (headEnd === -1) return
      const head = pending.toString('latin1', 0, headEnd)
      const length = LENGTH.exec(head)?.[1]
      if (length === undefined) throw new Error(`a message without a Content-Length: ${head}`)
      const end = headEnd + HEAD_END.length + Number(length)
      if (pending.length < end) return
      pending = pending.subarray(end)
      onFrame(head)
    }
  }
}
