import { type CellMap, unpackBuckets } from '@mtg/cells'
import { type billing, services } from '@mtg/contracts'
import type { Peers } from './peers.ts'

/** What cells ask the home cell. */
export interface HomeCell {
  /** The newest map; undefined when it is the one that is known. */
  newerMap(knownVersion: bigint): Promise<CellMap | undefined>
  changesAfter(cursor: string): Promise<{
    readonly documents: readonly string[]
    readonly cursor: string
    readonly hasMore: boolean
  }>
}

const LIMITS = { timeoutMs: 5_000 }

/** The home cell, as another one sees it. */
export function createHomeCell(peers: Peers, home: string): HomeCell {
  const { CellService, CellPeerService } = services.billing
  return {
    async newerMap(knownVersion) {
      const request: billing.GetCellMapRequest = { knownVersion: knownVersion.toString() }
      const answer = await peers.ask(home, { ref: CellService, method: 'GetCellMap' }, request, LIMITS)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the method's own answer
      return mapOf(answer as billing.GetCellMapResponse__Output)
    },
    async changesAfter(cursor) {
      const request: billing.ListCatalogueChangesRequest = { cursor }
      const answer = await peers.ask(home, { ref: CellPeerService, method: 'ListCatalogueChanges' }, request, LIMITS)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the method's own answer
      const { documents, cursor: next, more } = answer as billing.ListCatalogueChangesResponse__Output
      return { documents, cursor: next, hasMore: more }
    },
  }
}

function mapOf({ version, cells, bucketCells, moved }: billing.GetCellMapResponse__Output): CellMap | undefined {
  if (cells.length === 0) return undefined
  return {
    version: BigInt(version),
    names: cells.map(({ name }) => name),
    buckets: unpackBuckets(bucketCells),
    moved: new Map(moved.map(({ buyerId, cell }) => [buyerId, cell])),
  }
}
