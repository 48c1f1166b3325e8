/** CPU of one core for each paid call, microseconds, by process. */
export interface CostsPerCall {
  readonly edge: number
  /** For each lookup that an edge's memory does not answer. */
  readonly auth: number
  readonly billing: number
  readonly metering: number
  /** Billing's part: reserve and capture, with the commits. */
  readonly postgres: number
  /** Metering's part: a record and its sums. */
  readonly usagePostgres: number
  readonly redis: number
  readonly nats: number
}

/** What does not depend on how many calls share a statement, milliseconds. */
export interface StatementTimes {
  /** CPU of the database for a statement with one call, beyond the call's own. */
  readonly overheadMs: number
  /** Until the commit is on disk. */
  readonly commitMs: number
}

/** Measured on a 2-core virtual machine; see docs/scale.md. `npm run simulate:scale -- --measure` takes those of yours. */
export const defaultCosts: CostsPerCall = {
  edge: 90,
  auth: 20,
  billing: 40,
  metering: 12,
  postgres: 60,
  usagePostgres: 25,
  redis: 10,
  nats: 3,
}

/** Of a cloud disk that keeps what it has confirmed. */
export const defaultTimes: StatementTimes = { overheadMs: 0.25, commitMs: 1 }
