// The publisher of bench:latency: answers every tools/call with about 1 KB, as JSON or, to the tool "stream", as an event.
import { createServer } from 'node:http'

const result = { resultType: 'complete', content: [{ type: 'text', text: 'x'.repeat(900) }] }
const json = JSON.stringify({ jsonrpc: '2.0', id: '1', result })
const event = `event: message\ndata: ${json}\n\n`

const server = createServer((request, response) => {
  const isStream = request.headers['mcp-name'] === 'stream'
  request.resume().on('end', () => {
    response.setHeader('content-type', isStream ? 'text/event-stream' : 'application/json')
    response.end(isStream ? event : json)
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'))
