import { existsSync } from 'node:fs'
import type { DataDir } from './data-dir.ts'
import { StartError } from './start-error.ts'

/** Names of the cells of billing; the first one is home. */
export const cellNames = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index === 0 ? 'home' : `cell-${index + 1}`))

const CELLS_MAX = 16

/** How many cells there are: as many as are asked for, or as there were. None goes away by itself: buyers live there. */
export function countCells(asked: number | undefined, dataDir: DataDir): number {
  let known = 1
  while (existsSync(dataDir.serverDir(cellDatabase(`cell-${known + 1}`)))) known += 1
  if (asked === undefined) return known
  if (!Number.isInteger(asked) || asked < 1 || asked > CELLS_MAX) {
    throw new StartError(`There can be 1 to ${CELLS_MAX} cells.`, 'For example: npm start -- --cells 3')
  }
  if (asked < known) {
    throw new StartError(
      `This data folder has ${known} cells, and buyers live in all of them.`,
      `Start with at least that many, or forget them: npm start -- --fresh --cells ${asked}`,
    )
  }
  return asked
}

/** The name of a cell's own PostgreSQL. */
export const cellDatabase = (cell: string): string => `postgres-${cell}`
