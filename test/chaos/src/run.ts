import {
  type Behaviour,
  behaviours,
  type Constellation,
  freePort,
  startConstellation,
  startFakePublisher,
} from '@mtg/testing'
import { Client } from 'pg'
import { injectFaults } from './faults.ts'
import { judge, type Verdict, type Witness } from './judge.ts'
import { runLoad } from './load.ts'
import { openLossyLine } from './lossy-line.ts'
import { makeBuyers, marketplaceOf } from './market.ts'
import { createRandom, type Random } from './random.ts'

/** A run of the system under faults. */
export interface ChaosOptions {
  readonly seed: number
  readonly seconds: number
  readonly workers: number
  readonly buyers: number
  readonly log: (line: string) => void
}

/** What a run found. `checks` counts the online checks of the money invariants. */
export interface ChaosReport extends Verdict {
  readonly faults: ReadonlyMap<string, number>
  readonly checks: number
  readonly lostReplies: number
}

const FAILURE_RATIO = 0.2
const REPLY_LOSS_RATIO = 0.01
const CHECK_INTERVAL_MS = 1000

/**
 * Paid load from many buyers over two edges while processes and servers are killed, frozen and wiped, replies are lost,
 * and a fifth of the publisher's answers fail. Rejects at the first broken invariant.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const random = createRandom(options.seed)
  const publisher = await startFakePublisher()
  publisher.behave(unreliable(random.fork()))
  const buyers = makeBuyers(options.buyers)
  const billingAddress = `127.0.0.1:${await freePort()}`
  const line = await openLossyLine(billingAddress, REPLY_LOSS_RATIO, random.fork())
  const gateway = await startConstellation({
    ownServers: true,
    marketplace: marketplaceOf(buyers, `${publisher.origin}/mcp`),
    replicas: { 'edge-proxy': 2 },
    addresses: { 'billing:grpc': { address: billingAddress, setting: 'BILLING_GRPC' } },
    serviceEnv: { 'edge-proxy': { BILLING_ADDR: line.address } },
    env: { LOG_LEVEL: 'warn', RESERVATION_TTL_MS: '3000', REAP_INTERVAL_MS: '200' },
  })
  const load = new AbortController()
  try {
    options.log(`running for ${options.seconds} s`)
    const timer = setTimeout(() => load.abort(), options.seconds * 1000)
    const [observed, faults, checks] = await Promise.all([
      runLoad({
        edgeUrls: gateway.edgeUrls,
        buyers,
        workers: options.workers,
        random: random.fork(),
        signal: load.signal,
      }),
      injectFaults({ gateway, random: random.fork(), signal: load.signal, log: options.log }),
      checkOnline(gateway, load),
    ])
    clearTimeout(timer)
    options.log('waiting until everything is back')
    await gateway.ready()
    const witness = openWitness(gateway.servers.databaseUrl)
    const verdict = await judge(gateway, buyers, observed, witness)
    return { ...verdict, faults, checks, lostReplies: line.breaks() }
  } finally {
    load.abort()
    await gateway.stop()
    await line.close()
    await publisher.close()
  }
}

/** A fifth of the answers fail, each in one of the ways that publishers fail. */
function unreliable(random: Random): Behaviour {
  const good = behaviours.wellBehaved()
  const failures: Behaviour[] = [
    (_request, response) => void response.writeHead(500).end('no'),
    (_request, response) => void response.writeHead(404).end('no'),
    (_request, response) => void response.destroy(),
    (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc":'),
    behaviours.rpcError(-32_603),
  ]
  return (request, response) =>
    random.next() < FAILURE_RATIO ? random.pick(failures)(request, response) : good(request, response)
}

/** Asks for the money invariants each second; while billing is down nobody can answer, and that is fine. */
async function checkOnline(gateway: Constellation, load: AbortController): Promise<number> {
  let checks = 0
  while (!load.signal.aborted) {
    try {
      await gateway.verifyLedger()
      checks += 1
    } catch (thrown) {
      if (thrown instanceof Error && !('code' in thrown)) {
        load.abort()
        throw thrown
      }
    }
    await new Promise(resolve => setTimeout(resolve, CHECK_INTERVAL_MS))
  }
  return checks
}

function openWitness(databaseUrl: string): Witness {
  return {
    async reservations() {
      const client = new Client({ connectionString: databaseUrl })
      await client.connect()
      try {
        const { rows } = await client.query<{ call_id: string; state: string; corrected: boolean }>(
          'SELECT call_id, state, corrected FROM billing.reservations WHERE buyer_id IS NOT NULL',
        )
        return rows.map(row => ({ callId: row.call_id, state: row.state, corrected: row.corrected }))
      } finally {
        await client.end()
      }
    },
  }
}
