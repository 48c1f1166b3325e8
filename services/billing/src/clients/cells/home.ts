import { type CellMap, mapIn } from '@mtg/cells'
import { services } from '@mtg/contracts'
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
      const request = { knownVersion: knownVersion.toString() }
      return mapIn(await peers.ask(home, { ref: CellService, method: 'GetCellMap' }, request, LIMITS))
    },
    async changesAfter(cursor) {
      const method = { ref: CellPeerService, method: 'ListCatalogueChanges' } as const
      const { documents, cursor: next, more } = await peers.ask(home, method, { cursor }, LIMITS)
      return { documents, cursor: next, hasMore: more }
    },
  }
}
