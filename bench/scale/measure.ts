import { type Constellation, startConstellation, startFakePublisher } from '@mtg/testing'
import { Pool } from 'undici'
import { cpuMicrosOf } from '../processes.ts'
import { type CostsPerCall, defaultCosts } from './costs.ts'

const WARM_UP_MS = 8000
const MEASURED_MS = 20_000
const CONNECTIONS = 64
const BUYERS = 100
const APP = 'acme/tools'

/** What a paid call costs each process on this machine: the real gateway, loaded as much as one client can. */
export async function measureCosts(): Promise<CostsPerCall> {
  const publisher = await startFakePublisher()
  const gateway = await startConstellation({ ownServers: true, marketplace: marketplaceOf(`${publisher.origin}/mcp`) })
  try {
    await load(gateway, WARM_UP_MS)
    const before = cpuOf(gateway)
    const calls = await load(gateway, MEASURED_MS)
    const after = cpuOf(gateway)
    const perCall = (name: keyof typeof after) => ((after[name] ?? 0) - (before[name] ?? 0)) / calls
    console.log(`measured over ${calls} calls, ${Math.round((calls * 1000) / MEASURED_MS)} a second`)
    const postgres = perCall('postgres')
    const usageShare = defaultCosts.usagePostgres / (defaultCosts.usagePostgres + defaultCosts.postgres)
    return {
      ...defaultCosts,
      edge: perCall('edge-proxy'),
      billing: perCall('billing'),
      metering: perCall('metering'),
      // One server has both here; it cannot be seen from outside which statement took what.
      postgres: postgres * (1 - usageShare),
      usagePostgres: postgres * usageShare,
      redis: perCall('redis'),
      nats: perCall('nats'),
    }
  } finally {
    await gateway.stop()
    await publisher.close()
  }
}

const keyOf = (buyer: number) => `vnb-sk-scale-${String(buyer).padStart(6, '0')}`

function marketplaceOf(upstream: string): string {
  const limits = { perMinute: 100_000_000, perDay: 100_000_000, monthly: 100_000_000 }
  const app = { name: 'tools', adapter: 'mcp', upstream, tiers: { paid: { price: '0.000010', ...limits } } }
  return JSON.stringify({
    publishers: [{ username: 'acme', payout: 'connected', apiKey: 'k', apps: [app] }],
    buyers: Array.from({ length: BUYERS }, (_, buyer) => ({
      email: `buyer${buyer}@example.test`,
      wallet: '1000.00',
      keys: [{ name: 'default', key: keyOf(buyer) }],
      purchases: [{ app: APP, tier: 'paid' }],
    })),
  })
}

/** Paid calls for so long; answers with how many. */
async function load(gateway: Constellation, ms: number): Promise<number> {
  const pool = new Pool(gateway.baseUrl, { connections: CONNECTIONS })
  const endsAt = performance.now() + ms
  let calls = 0
  const work = async (worker: number) => {
    for (let round = worker; performance.now() < endsAt; round += 1) {
      const { statusCode, body } = await pool.request(callOf(keyOf(round % BUYERS)))
      await body.dump()
      if (statusCode !== 200) throw new Error(`a call was answered with ${statusCode}`)
      calls += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, worker) => work(worker)))
  await pool.close()
  return calls
}

const callOf = (key: string) => ({
  path: `/v1-beta/mcp/${APP}`,
  method: 'POST' as const,
  headers: {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'echo',
  },
  body: JSON.stringify({ jsonrpc: '2.0', id: '1', method: 'tools/call', params: { name: 'echo', arguments: {} } }),
})

/** User and system time of each process so far, microseconds. */
function cpuOf(gateway: Constellation): Record<string, number> {
  return Object.fromEntries(Object.entries(gateway.pids()).map(([name, pid]) => [name, cpuMicrosOf(pid)]))
}
