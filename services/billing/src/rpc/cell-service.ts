import { type CellAddress, packBuckets } from '@mtg/cells'
import { type billing, services } from '@mtg/contracts'
import { toAppError } from '@mtg/errors'
import type { Database } from '@mtg/postgres'
import { buyerIdOf, implement, int64Of, invalidField } from '@mtg/rpc'
import { sendFrom } from '../clients/cells/moves-elsewhere.ts'
import type { MoveWish } from '../domain/buyer-move.ts'
import { countBuyersHere } from '../store/cells/cell-maps.ts'
import { moveBuyer } from '../use-cases/cells/move-buyer.ts'
import type { CellLinks } from './cells/route.ts'

/** Where the cells are; without links there is one cell only. */
export interface CellServiceDeps {
  readonly db: Database
  readonly cells: readonly CellAddress[]
  readonly links: Pick<CellLinks, 'book' | 'peers' | 'refreshMap'> | undefined
}

const MOVE_LIMITS = { timeoutMs: 180_000 }
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
  { cells, links }: CellServiceDeps,
  request: billing.GetCellMapRequest__Output,
): billing.GetCellMapResponse {
  const knownVersion = int64Of(request.knownVersion, 'known_version', VERSION_MIN)
  if (links === undefined) return { version: '0' }
  const { version, names, buckets, moved } = links.book.current()
  if (version <= knownVersion) return { version: version.toString() }
  return {
    version: version.toString(),
    cells: names.map(name => ({ name, address: cells.find(cell => cell.name === name)?.address ?? '' })),
    bucketCells: packBuckets(buckets),
    moved: [...moved].map(([buyerId, cell]) => ({ buyerId, cell })),
  }
}

async function listCells({ db, cells, links }: CellServiceDeps): Promise<billing.ListCellsResponse> {
  if (links === undefined) return { mapVersion: '0', cells: [] }
  const { book, peers } = links
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

/** The home cell has the map, and sees to it. Whoever was asked knows it before it answers. */
async function move(
  { db, links }: CellServiceDeps,
  request: billing.MoveBuyerRequest__Output,
): Promise<billing.MoveBuyerResponse> {
  const buyerId = buyerIdOf(request.buyerId)
  if (links === undefined) throw invalidField('cell', 'there is one billing only, without cells')
  const { book, peers, refreshMap } = links
  const [home = book.name] = book.names
  if (home !== book.name) {
    const method = { ref: services.billing.CellService, method: 'MoveBuyer' } as const
    const answer = await peers.ask(home, method, request, MOVE_LIMITS)
    await refreshMap()
    return answer
  }
  const send = (from: string, wish: MoveWish) => sendFrom(peers, from, wish)
  const { from, mapVersion } = await moveBuyer({ db, send }, buyerId, request.cell)
  await refreshMap()
  return { fromCell: from, mapVersion: mapVersion.toString() }
}
