import type { CellAddress } from '@mtg/cells'
import type { Logger } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { type Closable, type PeriodicJob, type ServiceContext, startPeriodicJob } from '@mtg/runtime'
import { allCapturedCalls, capturedCallsIn } from '../clients/cells/captured-calls.ts'
import { appUseIn, handOverFrom, haveCatalogueTaken, payableIn } from '../clients/cells/catalogue-elsewhere.ts'
import { createHomeCell } from '../clients/cells/home.ts'
import { moveStateIn, movesElsewhere, transfersIn } from '../clients/cells/moves-elsewhere.ts'
import { type PaymentsElsewhere, paymentsElsewhere } from '../clients/cells/payments.ts'
import { openPeers, type Peers } from '../clients/cells/peers.ts'
import { type BillingConfig, cellSettings } from '../config.ts'
import type { MoveWish } from '../domain/buyer-move.ts'
import type { CapturedCalls } from '../domain/captured-calls.ts'
import { type AppUse, type CellBook, isHome } from '../domain/cells.ts'
import type { Reach } from '../domain/failpoints.ts'
import { startCollecting } from '../jobs/collect-payables.ts'
import { startFinishingMoves } from '../jobs/finish-moves.ts'
import { refreshMap, startFollowingCells } from '../jobs/follow-cells.ts'
import { createMoveCounts } from '../observe/move-counts.ts'
import { cellPeerService } from '../rpc/cell-peer-service.ts'
import { cellService } from '../rpc/cell-service.ts'
import type { CellLinks } from '../rpc/cells/route.ts'
import { capturedCallsOf } from '../store/captured-calls.ts'
import { readNewerMap } from '../store/cells/cell-maps.ts'
import { createCellBook } from '../use-cases/cells/cell-book.ts'
import { checkTransfers } from '../use-cases/cells/check-transfers.ts'
import type { PayablesElsewhere } from '../use-cases/cells/collect.ts'
import { pullCatalogue } from '../use-cases/cells/pull-catalogue.ts'
import { type SendDeps, sendBuyer } from '../use-cases/cells/send-buyer.ts'
import { createSumWhole } from '../use-cases/cells/sum-whole.ts'
import { createWhereabouts } from '../use-cases/cells/whereabouts.ts'
import type { Payments } from './payments.ts'

/** What this billing has to do with the other cells. */
export interface Cells extends Closable {
  readonly isHome: boolean
  readonly name: string
  readonly addresses: readonly CellAddress[]
  readonly links: CellLinks
  /** Of all cells at the home cell, which reconciles for all. */
  readonly captured: CapturedCalls
  readonly payments: PaymentsElsewhere
  readonly payables: PayablesElsewhere
  readonly appUse: (appId: string) => Promise<AppUse>
  readonly mapVersion: () => bigint
  /** Has a buyer leave for another cell. */
  readonly send: (wish: MoveWish) => Promise<void>
  /** Takes over the home cell's catalogue. */
  readonly pullCatalogue: () => Promise<void>
  /** Begins to follow the map and the catalogue; `changed` is told when a publisher's part of the catalogue's copy is another. */
  start(changed: (username?: string) => void): void
}

/** Without CELLS buyers of other cells would look as if they had nothing. */
function refuseForgottenCells(ops: ServiceContext<BillingConfig>['ops'], db: Database): void {
  let isAlone = false
  const check = async () => {
    if (isAlone) return
    const map = await readNewerMap(db, 0n)
    if (map !== undefined) {
      throw new Error(`this database is one of the cells ${map.names.join(', ')}: set CELLS and CELL`)
    }
    isAlone = true
  }
  ops.addCheck('cells', check, { critical: true })
}

const PULL_INTERVAL_MS = 1_000

/** Connects to other cells; undefined where there are none. */
export function openCells(
  { config, log, ops, metrics }: ServiceContext<BillingConfig>,
  db: Database,
  reach: Reach,
): Cells | undefined {
  const counts = createMoveCounts(metrics)
  const settings = cellSettings(config)
  if (settings === undefined) {
    refuseForgottenCells(ops, db)
    return undefined
  }
  const { name, cells } = settings
  const own = { name, names: cells.map(cell => cell.name) }
  const isAtHome = isHome(own)
  const homeName = own.names[0] ?? name
  const others = own.names.filter(other => other !== name)
  const peers = openPeers({ cells, token: config.GRPC_TOKEN })
  const book = createCellBook(own)
  const home = isAtHome ? undefined : createHomeCell(peers, homeName)
  const payables: PayablesElsewhere = {
    cells: others,
    payable: (cell, username) => payableIn(peers, cell, username),
    handOver: collection => handOverFrom(peers, collection),
  }
  let changed: (username?: string) => void = () => {}
  const pull = async () => {
    if (home === undefined) return
    await pullCatalogue({
      db,
      changesAfter: cursor => home.changesAfter(cursor),
      changed: username => changed(username),
    })
  }
  const sending: SendDeps = { db, elsewhere: movesElsewhere(peers, name, homeName), own: name, reach, counts }
  const ownCaptured = capturedCallsOf(db)
  const jobs: PeriodicJob[] = []
  ops.addCheck('cells', async () => void book.current(), { critical: true })
  return {
    isHome: isAtHome,
    name,
    addresses: cells,
    links: linksOf({ db, log, book, peers, pull, refresh: () => refreshMap({ db, book, home }) }),
    captured: isAtHome
      ? allCapturedCalls([ownCaptured, ...others.map(cell => capturedCallsIn(peers, cell))])
      : ownCaptured,
    payments: paymentsElsewhere(peers, others),
    payables,
    appUse: appId => appUseIn(peers, others, appId),
    mapVersion: book.version,
    send: wish => sendBuyer(sending, wish),
    pullCatalogue: pull,
    start(onChange) {
      changed = onChange
      jobs.push(startFollowingCells({ db, book, home, log }))
      jobs.push(startFinishingMoves({ ...sending, intervalMs: config.TRANSFER_RETRY_MS, log }))
      if (isAtHome) {
        jobs.push(startCollecting({ db, elsewhere: payables, intervalMs: config.TRANSFER_RETRY_MS, log }))
        return
      }
      const name = 'follow the catalogue'
      jobs.push(startPeriodicJob({ name, intervalMs: PULL_INTERVAL_MS, firstAfterMs: 0, run: pull, log }))
    },
    async close() {
      await Promise.all(jobs.map(job => job.close()))
      peers.close()
    },
  }
}

interface LinkParts {
  readonly db: Database
  readonly log: Logger
  readonly book: CellBook
  readonly peers: Peers
  readonly pull: () => Promise<void>
  readonly refresh: () => Promise<void>
}

/** What routes go by. */
function linksOf({ db, log, book, peers, pull, refresh }: LinkParts): CellLinks {
  const others = book.names.filter(name => name !== book.name)
  const readTransfers = () =>
    Promise.all(book.names.map(async cell => ({ cell, transfers: await transfersIn(peers, cell) })))
  return {
    book,
    peers,
    whereabouts: createWhereabouts(db),
    transferBreaches: () => checkTransfers(readTransfers),
    sumWhole: createSumWhole(() => Promise.all(book.names.map(cell => moveStateIn(peers, cell)))),
    refreshMap: refresh,
    async spreadCatalogue() {
      const followers = others.filter(name => name !== book.names[0])
      await Promise.all([pull(), haveCatalogueTaken(peers, followers, log)])
    },
  }
}

interface CellServiceParts {
  readonly db: Database
  readonly slowDb: Database
  readonly log: Logger
  readonly payments: Payments
  readonly reach: Reach
}

/** What cells ask of each other, and others of where they are. */
export function cellServices({ db, slowDb, log, payments, reach }: CellServiceParts, cells: Cells | undefined) {
  const { processor, testProcessor } = payments
  return [
    cellService({ db, cells: cells?.addresses ?? [], links: cells?.links }),
    cellPeerService({
      db,
      slowDb,
      log,
      captured: capturedCallsOf(db),
      mapVersion: cells?.mapVersion ?? (() => 0n),
      pullCatalogue: cells?.pullCatalogue ?? (async () => {}),
      refreshMap: cells?.links.refreshMap ?? (async () => {}),
      processor,
      testProcessor,
      send: cells?.send,
      names: cells?.addresses.map(({ name }) => name) ?? [],
      reach,
    }),
  ]
}
