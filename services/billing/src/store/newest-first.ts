import type { Queryable } from '@mtg/postgres'
import type { PagePosition } from '../domain/page.ts'

/** A list of what belongs to somebody, newest first. */
interface OwnedList {
  readonly name: string
  readonly columns: string
  readonly table: string
  /** The column that says whose it is; an index leads with it, and goes on with time and id. */
  readonly owner: string
}

/** Rows of a page of such a list. */
export type ReadPage<Row> = (
  db: Queryable,
  ownerId: string,
  after: PagePosition | undefined,
  limit: number,
) => Promise<Row[]>

/** Reads such a list by pages: what was added meanwhile moves no row from one page to another. */
export function newestFirst<Row extends Record<string, unknown>>(list: OwnedList): ReadPage<Row> {
  const { name, columns, table, owner } = list
  const text = `
    SELECT ${columns} FROM ${table}
    WHERE ${owner} = $1 AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $4`
  return (db, ownerId, after, limit) =>
    db.query<Row>({ name, text }, [ownerId, after?.createdAt ?? null, after?.id ?? null, limit])
}
