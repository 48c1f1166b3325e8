import { createHash } from 'node:crypto'
import { quoteName, type Target, withClient } from './connection.ts'

/** A migration's name and its SQL. */
export interface WrittenMigration {
  name: string
  sql: string
}

interface AppliedRow {
  name: string
  checksum: string
  is_finished: boolean
}

/**
 * Whether the database has exactly these migrations, each as it is written. Then there is nothing for the engine to do,
 * which takes most of a second to load; whatever else it finds is for the engine to judge.
 */
export async function hasExactly(target: Target, migrations: readonly WrittenMigration[]): Promise<boolean> {
  const rows = await readApplied(target)
  if (rows.length !== migrations.length || !rows.every(row => row.is_finished)) return false
  const checksums = new Map(rows.map(row => [row.name, row.checksum]))
  return migrations.every(({ name, sql }) => checksums.get(name) === checksumOf(sql))
}

/** Without those that were rolled back; nothing where no migration ever ran. */
async function readApplied(target: Target): Promise<AppliedRow[]> {
  const table = `${quoteName(target.schema ?? 'public')}."_prisma_migrations"`
  return withClient(target, async client => {
    const known = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [table])
    if (known.rows[0]?.exists !== true) return []
    const { rows } = await client.query<AppliedRow>(
      `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS is_finished FROM ${table}
        WHERE rolled_back_at IS NULL`,
    )
    return rows
  })
}

/** The names of those that were begun and neither finished nor marked as rolled back, with the checksums that they had. */
export async function readUnfinished(target: Target): Promise<Pick<AppliedRow, 'name' | 'checksum'>[]> {
  return (await readApplied(target)).filter(row => !row.is_finished)
}

/** As Prisma writes it. */
export const checksumOf = (sql: string) => createHash('sha256').update(sql).digest('hex')
