// The publisher of bench:edge: answers every tools/call with about 1 KB.
import { createServer } from 'node:net'
import { readFrames } from './frames.ts'

const result = { resultType: 'complete', content: [{ type: 'text', text: 'x'.repeat(900) }] }
const body = JSON.stringify({ jsonrpc: '2.0', id: '1', result })
const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`

const server = createServer({ noDelay: true }, socket => {
  const onData = readFrames(() => socket.write(answer))
  socket.on('data', onData).on('error', () => socket.destroy())
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'))
