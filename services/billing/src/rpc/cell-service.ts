import { type CellAddress, packBuckets } from '@mtg/cells'
import { type billing, services } from '@mtg/contracts'
import { toAppError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import { buyerIdOf, implement, int64Of, invalidField } from '@mtg/rpc'
import { sendFrom } from '../clients/cells/moves-elsewhere.ts'
import type { Peers } from '../clients/cells/peers.ts'
import type { CellBook } from '../domain/cells.ts'
import { countBuyersHere } from '../store/cells/cell-maps.ts'
import { moveBuyer } from '../use-cases/cells/move-buyer.ts'
import type { MoveWish } from '../use-cases/cells/send-buyer.ts'

/** Where the cells are; without a book there is one cell only. */
export interface CellServiceDeps {
  readonly db: Database
  readonly cells: readonly CellAddress[]
  readonly book: CellBook | undefined
  readonly peers: Peers | undefined
}

const MOVE_LIMITS = { timeoutMs: 30_000 }

const LIMITS = { timeoutMs: 2_000 }
const VERSION_MIN = 0n

/** CellService: which cell owns whom, and how the cells are. */
export function cellService(deps: CellServiceDeps) {
  return implement(services.billing.CellService, {
    GetCellMap: request => getMap(deps, request),
    ListCells: () => listCells(deps),
    MoveBuyer: request => move(deps, request),
  })
}

function getMap(
  { cells, book }: CellServiceDeps,
  request: billing.GetCellMapRequest__Output,
): billing.GetCellMapResponse {
  const knownVersion = int64Of(request.knownVersion, 'known_version', VERSION_MIN)
  if (book === undefined) return { version: '0' }
  const { version, names, buckets, moved } = book.current()
  if (version <= knownVersion) return { version: version.toString() }
  return {
    version: version.toString(),
    cells: names.map(name => ({ name, address: cells.find(cell => cell.name === name)?.address ?? '' })),
    bucketCells: packBuckets(buckets),
    moved: [...moved].map(([buyerId, cell]) => ({ buyerId, cell })),
  }
}

async function listCells({ db, cells, book, peers }: CellServiceDeps): Promise<billing.ListCellsResponse> {
  if (book === undefined || peers === undefined) return { mapVersion: '0', cells: [] }
  const { version, names, buckets, moved } = book.current()
  const states = names.map(async (name, position): Promise<billing.CellState> => {
    const known = {
      name,
      address: cells.find(cell => cell.name === name)?.address ?? '',
      bucketCount: buckets.filter(cell => cell === position).length,
      movedCount: [...moved.values()].filter(cell => cell === name).length,
    }
    if (name === book.name) {
      return { ...known, buyerCount: (await countBuyersHere(db)).toString(), mapVersion: version.toString() }
    }
    try {
      const method = { ref: services.billing.CellPeerService, method: 'GetCellState' } as const
      return { ...known, ...(await peers.ask(name, method, {}, LIMITS)) }
    } catch (thrown) {
      return { ...known, failure: toAppError(thrown).code }
    }
  })
  return { mapVersion: version.toString(), cells: await Promise.all(states) }
}

/** The home cell has the map, and sees to it. */
async function move(
  { db, book, peers }: CellServiceDeps,
  request: billing.MoveBuyerRequest__Output,
): Promise<billing.MoveBuyerResponse> {
  const buyerId = buyerIdOf(request.buyerId)
  if (book === undefined || peers === undefined) throw invalidField('cell', 'there is one billing only, without cells')
  const [home = book.name] = book.names
  if (home !== book.name) {
    return await peers.ask(home, { ref: services.billing.CellService, method: 'MoveBuyer' }, request, MOVE_LIMITS)
  }
  const send = (from: string, wish: MoveWish) => sendFrom(peers, from, wish)
  const { from, mapVersion } = await moveBuyer({ db, send }, buyerId, request.cell)
  return { fromCell: from, mapVersion: mapVersion.toString() }
}
