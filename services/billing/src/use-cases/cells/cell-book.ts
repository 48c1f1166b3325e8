import { type CellMap, cellOf } from '@mtg/cells'
import { appError } from '@mtg/errors'
import type { CellBook, OwnCell } from '../../domain/cells.ts'

/** A book of cells that learns of newer maps. */
export interface LearningBook extends CellBook {
  readonly version: () => bigint
  learn(map: CellMap): void
}

/** Begins without a map. */
export function createCellBook({ name, names }: OwnCell): LearningBook {
  let map: CellMap | undefined
  const current = () => {
    if (map !== undefined) return map
    throw appError('cell_unavailable', { detail: { cell: name, reason: 'it has no map of cells yet' } })
  }
  return {
    name,
    names,
    current,
    ownerOf: buyerId => cellOf(current(), buyerId.toLowerCase()),
    version: () => map?.version ?? 0n,
    learn(newer) {
      if (newer.version > (map?.version ?? 0n)) map = newer
    },
  }
}
