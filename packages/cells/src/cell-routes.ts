import { type billing, services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import type { CellAddress } from './cell-addresses.ts'
import { type CellMap, cellOf, unpackBuckets } from './cell-map.ts'

/** How to reach any cell, and how often to ask for the map. */
export interface FollowOptions {
  readonly address: string
  readonly token: string
  /** While there are cells; default 1,000. */
  readonly intervalMs?: number
}

/** Where to ask about a buyer. */
export interface CellRoutes {
  /** Addresses of the cell that owns the buyer; undefined while no map is known, and where there is only one cell. */
  addressFor(buyerId: string): string | undefined
  close(): void
}

const INTERVAL_MS = 1_000
/** Where there are no cells, some may be added one day. */
const ALONE_INTERVAL_MS = 15_000
const TIMEOUT_MS = 2_000

/**
 * Follows the map of cells. Whoever goes by an old map is answered all the same: billing hands on what is another cell's. So
 * nothing waits for a map, and one that cannot be fetched stays as it is.
 */
export function followCells({ address, token, intervalMs = INTERVAL_MS }: FollowOptions): CellRoutes {
  const client = createClient(services.billing.CellService, { address, token })
  let known: Known | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function ask(): Promise<void> {
    try {
      const version = known?.map.version ?? 0n
      const answer = await client.GetCellMap({ knownVersion: version.toString() }, { timeoutMs: TIMEOUT_MS })
      const map = mapIn(answer)
      if (map !== undefined) known = { map, addresses: addressesOf(answer.cells) }
    } catch {
      // What is known stays.
    }
    if (isClosed) return
    timer = setTimeout(() => void ask(), known === undefined ? ALONE_INTERVAL_MS : intervalMs).unref()
  }
  void ask()

  return {
    addressFor: buyerId => known && known.addresses.get(cellOf(known.map, buyerId)),
    close() {
      isClosed = true
      clearTimeout(timer)
      client.close()
    },
  }
}

interface Known {
  readonly map: CellMap
  readonly addresses: ReadonlyMap<string, string>
}
const addressesOf = (cells: readonly CellAddress[]) => new Map(cells.map(({ name, address }) => [name, address]))

/** The map of an answer; undefined when it has none: there are no cells, or this version was known. */
export function mapIn({ version, cells, bucketCells, moved }: billing.GetCellMapResponse__Output): CellMap | undefined {
  if (cells.length === 0) return undefined
  return {
    version: BigInt(version),
    names: cells.map(({ name }) => name),
    buckets: unpackBuckets(bucketCells),
    moved: new Map(moved.map(({ buyerId, cell }) => [buyerId, cell])),
  }
}
