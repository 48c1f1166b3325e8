// The load of bench:edge: a fixed number of connections, each of which calls again as soon as it is answered.
import { Pool } from 'undici'

interface Order {
  readonly origin: string
  readonly connections: number
  readonly seconds: number
  readonly key: string
  readonly app: string
}

const body = JSON.stringify({
  jsonrpc: '2.0',
  id: '1',
  method: 'tools/call',
  params: { name: 'echo', arguments: { text: 'x'.repeat(900) } },
})

async function run({ origin, connections, seconds, key, app }: Order) {
  const pool = new Pool(origin, { connections })
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'echo',
  }
  const latencies: number[] = []
  let failed = 0
  const end = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const start = performance.now()
        const answer = await pool.request({ method: 'POST', path: `/v1-beta/mcp/${app}`, headers, body })
        await answer.body.dump()
        if (answer.statusCode !== 200) failed += 1
        latencies.push(performance.now() - start)
      }
    }),
  )
  await pool.close()
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return { calls: latencies.length, failed, p50Ms: at(0.5), p99Ms: at(0.99) }
}

process.on('message', (order: Order) => {
  void run(order).then(result => process.send?.(result))
})
process.send?.('ready')
