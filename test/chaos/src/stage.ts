import {
  behaviours,
  type Constellation,
  cellNames,
  freePort,
  startConstellation,
  startFakePublisher,
} from '@mtg/testing'
import { type Seat, takeSeat } from './doomed.ts'
import type { Witness } from './judge.ts'
import { type LossyLine, openLossyLine } from './lossy-line.ts'
import { type Buyer, makeBuyers, marketplaceOf } from './market.ts'
import { promising, taskWorker, unreliable } from './publisher.ts'
import type { Random } from './random.ts'
import { openWitness } from './witness.ts'

const REPLY_LOSS_RATIO = 0.01
/** Two at a time beside the system's own. */
const SEATS = 2

/** Settings of every service. */
export const ENV = {
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

/** The system, and who works against it. */
export interface Stage {
  readonly gateway: Constellation
  /** Names of the cells of billing. */
  readonly cells: readonly string[]
  readonly lines: readonly LossyLine[]
  readonly seats: readonly Seat[]
  readonly buyers: readonly Buyer[]
  readonly witness: Witness
  readonly worker: ReturnType<typeof taskWorker>
  /** From now on the publisher answers well. */
  calmDown(): void
  close(): Promise<void>
}

/** Starts it all. Every cell is reached over a line that loses replies, by other cells as well as by edges. */
export async function setStage(
  options: { readonly buyers: number; readonly cells: number },
  random: Random,
): Promise<Stage> {
  const publisher = await startFakePublisher()
  publisher.behave(unreliable(random.fork()))
  const tasks = await startFakePublisher()
  const worker = taskWorker(random.fork())
  tasks.behave(worker.behaviour)
  const exact = await startFakePublisher()
  exact.behave(promising(random.fork()))
  const buyers = makeBuyers(options.buyers)
  const cells = await Promise.all(
    cellNames(options.cells).map(async name => {
      const address = `127.0.0.1:${await freePort()}`
      return { name, address, line: await openLossyLine(address, REPLY_LOSS_RATIO, random.fork()) }
    }),
  )
  const seats = await Promise.all(Array.from({ length: SEATS }, takeSeat))
  const lines = cells.map(({ line }) => line)
  const upstreams = { tools: `${publisher.origin}/mcp`, tasks: `${tasks.origin}/mcp`, exact: `${exact.origin}/mcp` }
  const gateway = await startConstellation({
    ownServers: true,
    console: true,
    marketplace: marketplaceOf(buyers, upstreams),
    replicas: { 'edge-proxy': 2 },
    cells: options.cells,
    ...placesOf(cells, seats),
    env: ENV,
  })
  const close = async () => {
    await gateway.stop()
    for (const line of lines) await line.close()
    for (const each of [publisher, tasks, exact]) await each.close()
  }
  const calmDown = () => {
    publisher.behave(behaviours.wellBehaved())
    exact.behave(promising(random.fork(), 0))
  }
  const witness = openWitness([gateway.servers.databaseUrl, ...gateway.servers.cellDatabaseUrls.values()])
  return { gateway, cells: cells.map(({ name }) => name), lines, seats, buyers, witness, worker, calmDown, close }
}

interface Place {
  readonly name: string
  readonly address: string
  readonly line: LossyLine
}

/** Where cells listen, and what everybody is told instead; seats are the home cell's. */
function placesOf(cells: readonly Place[], seats: readonly Seat[]) {
  const addresses = cells.map(({ line }, index) =>
    index === 0 ? [line.address, ...seats.map(seat => seat.grpc)] : [line.address],
  )
  const nameOf = ({ name }: Place, index: number) => (index === 0 ? 'billing' : `billing-${name}`)
  const listens = cells.map((cell, index) => {
    const place = { address: cell.address, setting: 'BILLING_GRPC' }
    return [`${nameOf(cell, index)}:grpc`, place] as const
  })
  const list = cells.map(({ name }, index) => `${name}=${addresses[index]?.join(',')}`).join(';')
  return {
    addresses: Object.fromEntries(listens),
    serviceEnv: {
      'edge-proxy': { BILLING_ADDR: addresses.flat().join(',') },
      ...(cells.length > 1 && { billing: { CELLS: list } }),
    },
  }
}
