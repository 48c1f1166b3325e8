import type { Queryable } from '@mtg/postgres'

/** How long records and observations are kept. */
export interface PartitionRetention {
  readonly recordMonths: number
  readonly observationDays: number
}

/** Partitions that were made and dropped. */
export interface PartitionCounts {
  readonly created: number
  readonly dropped: number
}

const MAINTAIN = {
  name: 'maintain-partitions',
  text: 'SELECT created, dropped FROM maintain_partitions($1::int, $2::int)',
}

/** Prepares the partitions of now and soon, and drops those past their retention. */
export async function maintainPartitions(db: Queryable, retention: PartitionRetention): Promise<PartitionCounts> {
  const values = [retention.recordMonths, retention.observationDays]
  const [row] = await db.query<{ created: number; dropped: number }>(MAINTAIN, values)
  return row ?? { created: 0, dropped: 0 }
}
