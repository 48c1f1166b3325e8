import type { CellMap } from '@mtg/cells'

/** Which of several cells this billing is, and what they are called; the home cell is the first one. */
export interface OwnCell {
  readonly name: string
  readonly names: readonly string[]
}

/** Whether this cell owns the catalogue, publishers and payouts. */
export const isHome = ({ name, names }: OwnCell): boolean => name === names[0]

/** Keeps the newest map of cells. */
export interface CellBook extends OwnCell {
  /** Throws `cell_unavailable` while none is known. */
  current(): CellMap
  /** The name of the cell that owns a buyer. */
  ownerOf(buyerId: string): string
}

/** What of an app its buyers have in one cell. */
export interface AppUse {
  readonly freeCount: number
  readonly paidCount: number
  /** When the last window of an active purchase ends. */
  readonly lastWindowEndsAt: Date | undefined
}
