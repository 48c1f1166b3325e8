/** The tables whose rows move with a buyer. */
export const movedTables = [
  'purchases',
  'key_limits',
  'key_spending',
  'key_hours',
  'reservations',
  'tasks',
  'idempotency_keys',
  'top_ups',
  'reversals',
  'test_checkouts',
] as const

/** What has left a cell for another one. */
export interface Departure {
  /** Of the move: what has arrived under it does not arrive again. */
  readonly id: string
  readonly buyerId: string
  /** Where to. */
  readonly cell: string
  /** The buyer with everything; else only money that came in later. */
  readonly isWhole: boolean
  readonly state: 'leaving' | 'arrived' | 'done'
  readonly walletMicros: bigint
  readonly owedMicros: bigint
  readonly hadOpening: boolean
  readonly partCount: number
}

/** Rows of one table, on the way: the table's name, and a JSON array. */
export interface MovePart {
  readonly target: string
  readonly rows: string
}

/** Where a buyer went, or came from. */
export interface Whereabouts {
  /** The cell that the buyer has left this one for. */
  readonly away: string | undefined
  /** Whether the buyer can be asked about there; otherwise in a moment. */
  readonly hasArrived: boolean
  /** Whether the buyer has ever come from another cell: calls of before may be known there. */
  readonly hasCome: boolean
}

/** Which move, of whom, where to. */
export interface MoveWish {
  readonly id: string
  readonly buyerId: string
  readonly cell: string
}

/** Departures from a cell: ever, and those that have not arrived. */
export interface MoveState {
  readonly departureCount: string
  readonly leavingCount: string
}

/** Money that went from one cell to another, as one of the two has it. */
export interface Transfer {
  readonly id: string
  readonly isOut: boolean
  /** Whether the other cell is known to have it. */
  readonly hasArrived: boolean
  readonly walletMicros: bigint
  readonly owedMicros: bigint
}

/** Other cells, as one that a buyer leaves sees them. */
export interface MovesElsewhere {
  /** Has a cell take over the catalogue, which purchases are of; rejects when it does not answer. */
  prepare(cell: string): Promise<void>
  /** Has a cell keep copies of Idempotency-Keys of a buyer who may come: a JSON array of rows. */
  takeIdempotencyCopies(cell: string, buyerId: string, rows: string): Promise<void>
  takePart(cell: string, moveId: string, part: number, rows: MovePart): Promise<void>
  admit(cell: string, departure: Departure): Promise<void>
  /** Has the home cell's map say it. */
  noteMoved(departure: Pick<Departure, 'id' | 'buyerId' | 'cell'>): Promise<void>
}
