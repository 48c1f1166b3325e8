// The publisher of bench:edge: answers every tools/call with about 1 KB.
import { createServer } from 'node:http'

const result = { resultType: 'complete', content: [{ type: 'text', text: 'x'.repeat(900) }] }

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: '1', result })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'))
