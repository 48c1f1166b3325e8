import { setTimeout as sleep } from 'node:timers/promises'
import { moveFailpoints, trafficFailpoints } from '@mtg/billing/failpoints'
import type { Constellation } from '@mtg/testing'
import { fillTrees, overspentKeys, untilIdle } from './caps.ts'
import { createMover, type Mover } from './cells/move.ts'
import { copyUsageMessages } from './copies.ts'
import { dieAtFailpoints } from './doomed.ts'
import { injectFaults } from './faults.ts'
import { judge, type Verdict, type Witness } from './judge.ts'
import { noneObserved, type Observed, runLoad } from './load.ts'
import { askForPromises } from './promises.ts'
import { createRandom, type Random } from './random.ts'
import { ENV, type Stage, setStage } from './stage.ts'

/** A run of the system under faults. */
export interface ChaosOptions {
  readonly seed: number
  /** At least; it goes on until billing has died at the failpoints. */
  readonly seconds: number
  /** At how many failpoints billing dies; all when it is more than there are. */
  readonly failpoints: number
  readonly workers: number
  readonly buyers: number
  /** Of billing; with several, buyers are moved between them all the time. */
  readonly cells: number
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
  /** Moves of buyers that were told to be done; undefined: there is one cell. */
  readonly moves: number | undefined
  /** Usage messages that were sent a second time. */
  readonly copies: number
  /** Failpoints at which no billing process died. Must be none. */
  readonly spared: readonly string[]
}

const CHECK_INTERVAL_MS = 1000
/** With cells there is more that must be up at once, for a buyer to be moved and for all books to be read. */
const REST_MS = 1_500
/** More would hardly be read. */
const TOLD_MAX = 5
/** The machine may be busy. */
const SEEN_WITHIN_MS = 120_000

/**
 * Paid load from many buyers over two edges while processes and servers are killed, frozen and wiped, billing dies at
 * its failpoints, replies are lost, events lost and doubled, and a fifth of the publisher's answers fail.
 * Rejects at the first broken invariant.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const random = createRandom(options.seed)
  const stage = await setStage(options, random)
  const load = new AbortController()
  let mover: Mover | undefined
  try {
    const { gateway, buyers, lines, witness } = stage
    const buyerIds = await Promise.all(buyers.map(buyer => gateway.buyerId(buyer.email)))
    mover = options.cells > 1 ? createMover(gateway, buyerIds, random.fork()) : undefined
    options.log(`running for ${options.seconds} s`)
    const progress: Progress = { observed: noneObserved(), overspent: new Set(), checks: 0, copies: 0 }
    const [spared, faults] = await perform({ ...stage, buyerIds, mover, progress }, options, random, load)
    const { observed } = progress
    options.log('waiting until everything is back')
    await gateway.ready()
    stage.calmDown()
    const find = () => witness.cappedKeys()
    await untilIdle(find)
    await mover?.moveEach()
    await askForPromises(buyers, gateway.edgeUrls, random.fork(), observed)
    const unfilled = await fillTrees(buyers, gateway.edgeUrls, { random: random.fork(), observed, find })
    const verdict = await judge(gateway, buyers, observed, {
      witness,
      hasMoves: mover !== undefined,
      fateOf: stage.worker.fateOf,
    })
    await tellOf(verdict, witness, options.log)
    const overspent = [...progress.overspent, ...overspentKeys(await find())]
    const { checks, copies } = progress
    const found = { checks, copies, moves: mover?.moves(), lostReplies: breaksOf(lines) }
    return { ...verdict, ...found, faults, spared, unfilled, overspent }
  } finally {
    load.abort()
    mover?.close()
    await stage.close()
  }
}

/** What the books say of calls that should be billed otherwise: with the system they are gone. */
async function tellOf(verdict: Verdict, witness: Witness, log: (line: string) => void): Promise<void> {
  const { deliveredNotBilled, refusedButBilled, billedTwice, billedNotDelivered } = verdict
  const callIds = [deliveredNotBilled, refusedButBilled, billedTwice, billedNotDelivered]
    .flat()
    .flatMap(text => text.match(/[0-9a-f-]{36}/g) ?? [])
  for (const callId of callIds.slice(0, TOLD_MAX)) {
    for (const line of await witness.tell(callId)) log(`${callId}: ${line}`)
  }
}

/** What has come of it so far. */
interface Progress {
  readonly observed: Observed
  readonly overspent: Set<string>
  checks: number
  copies: number
}

interface Performance extends Stage {
  readonly progress: Progress
  readonly buyerIds: readonly string[]
  /** Undefined: there is one cell. */
  readonly mover: Mover | undefined
}

const breaksOf = (lines: Stage['lines']) => lines.reduce((sum, line) => sum + line.breaks(), 0)

/** Everything at once, until the time is over and billing has died everywhere. */
async function perform(
  { gateway, seats, buyers, witness, cells, buyerIds, mover, progress }: Performance,
  { seconds, failpoints, workers, log }: ChaosOptions,
  random: Random,
  load: AbortController,
) {
  const { signal } = load
  const env = { ...process.env, ...ENV, ...gateway.envOf('billing') }
  const doomed = {
    seats,
    points: mover === undefined ? trafficFailpoints : [...trafficFailpoints, ...moveFailpoints],
    count: failpoints,
    env,
    traffic: { buyerIds, cells, token: gateway.secretOf('operator') },
    random: random.fork(),
    signal,
    log,
  }
  const dying = dieAtFailpoints(doomed)
  const hasSeenAll = () =>
    progress.checks > 0 && progress.copies > 0 && progress.observed.tasks.length > 0 && mover?.moves() !== 0
  const timeOver = sleep(seconds * 1000, undefined, { signal })
    .then(() => untilSeen(hasSeenAll, signal))
    .catch(() => {})
  const { observed } = progress
  const loading = runLoad({ edgeUrls: gateway.edgeUrls, buyers, workers, random: random.fork(), signal, observed })
  return await Promise.all([
    Promise.all([dying, timeOver])
      .then(([spared]) => spared)
      .finally(() => load.abort()),
    injectFaults({ gateway, random: random.fork(), signal, log, restMs: mover === undefined ? 0 : REST_MS }),
    loading,
    checkOnline(gateway, witness, load, progress),
    copyUsageMessages(gateway.servers.natsUrl, random.fork(), signal, () => {
      progress.copies += 1
    }),
    mover?.moveUntil(signal),
  ])
}

/** Asks for the money invariants and limits of keys each second; while billing is down nobody can answer, and that is fine. */
async function checkOnline(gateway: Constellation, witness: Witness, load: AbortController, progress: Progress) {
  while (!load.signal.aborted) {
    const keys = await witness.cappedKeys().catch(() => [])
    for (const breach of overspentKeys(keys)) progress.overspent.add(breach)
    try {
      await gateway.verifyLedger()
      progress.checks += 1
    } catch (thrown) {
      if (thrown instanceof Error && !('code' in thrown)) {
        load.abort()
        throw thrown
      }
    }
    await sleep(CHECK_INTERVAL_MS)
  }
}

/** Where servers are away for most of a short run, it takes longer until each kind of thing has happened. */
async function untilSeen(hasSeenAll: () => boolean, signal: AbortSignal): Promise<void> {
  const giveUpAtMs = performance.now() + SEEN_WITHIN_MS
  while (!hasSeenAll() && performance.now() < giveUpAtMs) await sleep(CHECK_INTERVAL_MS, undefined, { signal })
}
