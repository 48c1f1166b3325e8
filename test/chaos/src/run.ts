import { setTimeout as sleep } from 'node:timers/promises'
import { behaviours, type Constellation, freePort, startConstellation, startFakePublisher } from '@mtg/testing'
import { fillTrees, overspentKeys, untilIdle } from './caps.ts'
import { copyUsageMessages } from './copies.ts'
import { dieAtFailpoints, type Seat, takeSeat } from './doomed.ts'
import { injectFaults } from './faults.ts'
import { judge, type Verdict, type Witness } from './judge.ts'
import { runLoad } from './load.ts'
import { type LossyLine, openLossyLine } from './lossy-line.ts'
import { type Buyer, makeBuyers, marketplaceOf } from './market.ts'
import { askForPromises } from './promises.ts'
import { promising, taskWorker, unreliable } from './publisher.ts'
import { createRandom, type Random } from './random.ts'
import { openWitness } from './witness.ts'

/** A run of the system under faults. */
export interface ChaosOptions {
  readonly seed: number
  /** At least; it goes on until billing has died at the failpoints. */
  readonly seconds: number
  /** At how many failpoints billing dies; all when it is more than there are. */
  readonly failpoints: number
  readonly workers: number
  readonly buyers: number
  readonly log: (line: string) => void
}

/** What a run found. `checks` counts the online checks of the money invariants. */
export interface ChaosReport extends Verdict {
  readonly faults: ReadonlyMap<string, number>
  readonly checks: number
  readonly lostReplies: number
  /** Limits of keys that were passed, at any moment that was looked at. Must be none. */
  readonly overspent: readonly string[]
  /** Trees of keys that could not be filled to their last call when all was over. Must be none. */
  readonly unfilled: readonly string[]
  /** Usage messages that were sent a second time. */
  readonly copies: number
  /** Failpoints at which no billing process died. Must be none. */
  readonly spared: readonly string[]
}

const REPLY_LOSS_RATIO = 0.01
const CHECK_INTERVAL_MS = 1000
/** Two at a time beside the system's own. */
const SEATS = 2

const ENV = {
  LOG_LEVEL: 'warn',
  RESERVATION_TTL_MS: '3000',
  REAP_INTERVAL_MS: '200',
  TRANSFER_RETRY_MS: '500',
  TRANSFER_LEASE_MS: '2000',
  // Shorter than a process may be frozen, so that attempts are taken over from living ones too.
  IDEMPOTENCY_LEASE_MS: '1500',
  IDEMPOTENCY_WAIT_MS: '5000',
  TASK_ASK_INTERVAL_MS: '100',
}

interface Stage {
  readonly gateway: Constellation
  readonly line: LossyLine
  readonly seats: readonly Seat[]
  readonly buyers: readonly Buyer[]
  readonly witness: Witness
  readonly worker: ReturnType<typeof taskWorker>
  /** From now on the publisher answers well. */
  calmDown(): void
  close(): Promise<void>
}

/**
 * Paid load from many buyers over two edges while processes and servers are killed, frozen and wiped, billing dies at
 * its failpoints, replies are lost, events lost and doubled, and a fifth of the publisher's answers fail.
 * Rejects at the first broken invariant.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const random = createRandom(options.seed)
  const stage = await setStage(options, random)
  const load = new AbortController()
  try {
    const { gateway, buyers, line, witness } = stage
    options.log(`running for ${options.seconds} s`)
    const [observed, spared, faults, online, copies] = await perform(stage, options, random, load)
    options.log('waiting until everything is back')
    await gateway.ready()
    stage.calmDown()
    const find = () => witness.cappedKeys()
    await untilIdle(find)
    await askForPromises(buyers, gateway.edgeUrls, random.fork(), observed)
    const unfilled = await fillTrees(buyers, gateway.edgeUrls, { random: random.fork(), observed, find })
    const verdict = await judge(gateway, buyers, observed, { witness, fateOf: stage.worker.fateOf })
    const overspent = [...online.overspent, ...overspentKeys(await find())]
    return { ...verdict, ...online, faults, copies, spared, unfilled, overspent, lostReplies: line.breaks() }
  } finally {
    load.abort()
    await stage.close()
  }
}

async function setStage(options: ChaosOptions, random: Random): Promise<Stage> {
  const publisher = await startFakePublisher()
  publisher.behave(unreliable(random.fork()))
  const tasks = await startFakePublisher()
  const worker = taskWorker(random.fork())
  tasks.behave(worker.behaviour)
  const exact = await startFakePublisher()
  exact.behave(promising(random.fork()))
  const buyers = makeBuyers(options.buyers)
  const billingAddress = `127.0.0.1:${await freePort()}`
  const seats = await Promise.all(Array.from({ length: SEATS }, takeSeat))
  const line = await openLossyLine(billingAddress, REPLY_LOSS_RATIO, random.fork())
  const billing = [line, ...seats.map(seat => ({ address: seat.grpc }))].map(({ address }) => address)
  const upstreams = { tools: `${publisher.origin}/mcp`, tasks: `${tasks.origin}/mcp`, exact: `${exact.origin}/mcp` }
  const gateway = await startConstellation({
    ownServers: true,
    console: true,
    marketplace: marketplaceOf(buyers, upstreams),
    replicas: { 'edge-proxy': 2 },
    addresses: { 'billing:grpc': { address: billingAddress, setting: 'BILLING_GRPC' } },
    serviceEnv: { 'edge-proxy': { BILLING_ADDR: billing.join(',') } },
    env: ENV,
  })
  const close = async () => {
    await gateway.stop()
    await line.close()
    for (const each of [publisher, tasks, exact]) await each.close()
  }
  const calmDown = () => {
    publisher.behave(behaviours.wellBehaved())
    exact.behave(promising(random.fork(), 0))
  }
  const witness = openWitness(gateway.servers.databaseUrl)
  return { gateway, line, seats, buyers, witness, worker, calmDown, close }
}

/** Everything at once, until the time is over and billing has died everywhere. */
async function perform(
  { gateway, seats, buyers, witness }: Stage,
  { seconds, failpoints, workers, log }: ChaosOptions,
  random: Random,
  load: AbortController,
) {
  const { signal } = load
  const buyerIds = await Promise.all(buyers.map(buyer => gateway.buyerId(buyer.email)))
  const env = { ...process.env, ...ENV, ...gateway.envOf('billing') }
  const doomed = {
    seats,
    count: failpoints,
    env,
    traffic: { buyerIds, token: gateway.secretOf('operator') },
    random: random.fork(),
    signal,
    log,
  }
  const dying = dieAtFailpoints(doomed)
  const timeOver = sleep(seconds * 1000, undefined, { signal }).catch(() => {})
  return await Promise.all([
    runLoad({ edgeUrls: gateway.edgeUrls, buyers, workers, random: random.fork(), signal }),
    Promise.all([dying, timeOver])
      .then(([spared]) => spared)
      .finally(() => load.abort()),
    injectFaults({ gateway, random: random.fork(), signal, log }),
    checkOnline(gateway, witness, load),
    copyUsageMessages(gateway.servers.natsUrl, random.fork(), signal),
  ])
}

/** Asks for the money invariants and limits of keys each second; while billing is down nobody can answer, and that is fine. */
async function checkOnline(gateway: Constellation, witness: Witness, load: AbortController) {
  const overspent = new Set<string>()
  let checks = 0
  while (!load.signal.aborted) {
    const keys = await witness.cappedKeys().catch(() => [])
    for (const breach of overspentKeys(keys)) overspent.add(breach)
    try {
      await gateway.verifyLedger()
      checks += 1
    } catch (thrown) {
      if (thrown instanceof Error && !('code' in thrown)) {
        load.abort()
        throw thrown
      }
    }
    await sleep(CHECK_INTERVAL_MS)
  }
  return { checks, overspent: [...overspent] }
}
