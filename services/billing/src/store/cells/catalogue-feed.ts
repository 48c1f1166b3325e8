import type { Database, Queryable } from '@mtg/postgres'

/** Some of what changed in the catalogue of the home cell. */
export interface CataloguePage {
  /** JSON of rows. */
  readonly documents: readonly string[]
  readonly cursor: string
  readonly hasMore: boolean
}

/** Where a page ended: the transaction, the row, and, within a round, from which transaction on the next round begins. */
interface Position {
  readonly changedIn: bigint
  readonly id: string
  readonly nextRound: bigint | undefined
}

const ROWS_PER_PAGE = 50
const BYTES_PER_PAGE = 2 * 1024 * 1024
const LOWEST_UUID = '00000000-0000-0000-0000-000000000000'
const CURSOR = /^(\d{1,19})\/([0-9a-f-]{36})\/(\d{0,19})$/

// Of transactions before the horizon none is under way any more.
const HORIZON = {
  name: 'catalogue-horizon',
  text: `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon`,
}

const CHANGES = {
  name: 'catalogue-changes',
  text: `
    SELECT id, changed_in::text AS "changedIn", catalogue_document(id, is_app)::text AS document FROM catalogue_changes
    WHERE (changed_in, id) > ($1::bigint, $2::uuid) ORDER BY changed_in, id LIMIT ${ROWS_PER_PAGE}`,
}

interface Change extends Record<string, unknown> {
  id: string
  changedIn: string
  document: string
}

/** Whether the text can be a cursor. */
export const isCursor = (text: string): boolean => text === '' || CURSOR.test(text)

/** What changed behind a cursor. A round ends when all of it was told; the next one begins where transactions were still under way. */
export async function listCatalogueChanges(db: Queryable, cursor: string): Promise<CataloguePage> {
  const [row] = await db.query<{ horizon: string }>(HORIZON)
  const horizon = BigInt(row?.horizon ?? 0)
  const position = positionOf(cursor, horizon)
  const nextRound = position.nextRound ?? horizon
  const changes = bounded(await db.query<Change>(CHANGES, [position.changedIn.toString(), position.id]))
  const last = changes.at(-1)
  const documents = changes.map(({ document }) => document)
  if (last === undefined) return { documents, cursor: `${nextRound}/${LOWEST_UUID}/`, hasMore: false }
  return { documents, cursor: `${last.changedIn}/${last.id}/${nextRound}`, hasMore: true }
}

/** A database that was restored from a backup counts its transactions anew: then everything is told again. */
function positionOf(cursor: string, horizon: bigint): Position {
  const [, changedIn = '0', id = LOWEST_UUID, nextRound = ''] = CURSOR.exec(cursor) ?? []
  const start = BigInt(changedIn)
  if (nextRound === '' && start > horizon) return { changedIn: -1n, id: LOWEST_UUID, nextRound: undefined }
  const isFirst = cursor === ''
  return { changedIn: isFirst ? -1n : start, id, nextRound: nextRound === '' ? undefined : BigInt(nextRound) }
}

/** As many as a message takes; one in any case. */
function bounded(changes: readonly Change[]): Change[] {
  let bytes = 0
  return changes.filter(({ document }, index) => {
    bytes += Buffer.byteLength(document)
    return index === 0 || bytes <= BYTES_PER_PAGE
  })
}

const READ_CURSOR = { name: 'read-catalogue-cursor', text: 'SELECT cursor FROM catalogue_copy' }

/** How far this cell has got; empty: it begins. */
export async function readCatalogueCursor(db: Queryable): Promise<string> {
  const [row] = await db.query<{ cursor: string }>(READ_CURSOR)
  return row?.cursor ?? ''
}

const TAKE = { name: 'take-catalogue-document', text: 'SELECT take_catalogue_document($1::jsonb)' }

const END_PURCHASES = {
  name: 'end-purchases-of-retired-app',
  text: `
    UPDATE purchases SET renews = false, version = version + 1,
      window_index = greatest(window_index, window_at(anchor, clock_timestamp())),
      used = CASE WHEN window_at(anchor, clock_timestamp()) > window_index THEN 0 ELSE used END,
      used_opening = CASE WHEN window_at(anchor, clock_timestamp()) > window_index THEN 0 ELSE used_opening END
    WHERE id IN (
      SELECT purchases.id FROM purchases JOIN apps ON apps.id = purchases.app_id
      WHERE apps.id = $1::uuid AND apps.retired_at IS NOT NULL AND purchases.status = 'active' AND purchases.renews
      ORDER BY purchases.id FOR UPDATE OF purchases)`,
}

const WRITE_CURSOR = {
  name: 'write-catalogue-cursor',
  text: `INSERT INTO catalogue_copy (cursor, confirmed_at) VALUES ($1, clock_timestamp())
         ON CONFLICT (only_row) DO UPDATE SET cursor = excluded.cursor, confirmed_at = excluded.confirmed_at`,
}

// Of several processes of a cell one writes at a time; the others find it done.
const LOCK = { name: 'lock-catalogue-copy', text: `SELECT pg_advisory_xact_lock(hashtext('mtg-catalogue-copy'))` }

/** Makes the catalogue what a page of the home cell says, all of the page or none; false when another process was faster. */
export async function takeCatalogueChanges(db: Database, from: string, page: CataloguePage): Promise<boolean> {
  return await db.transaction(async tx => {
    await tx.query(LOCK)
    if ((await readCatalogueCursor(tx)) !== from) return false
    for (const document of page.documents) {
      await tx.query(TAKE, [document])
      const appId = retiredAppIn(document)
      if (appId !== undefined) await tx.query(END_PURCHASES, [appId])
    }
    await tx.query(WRITE_CURSOR, [page.cursor])
    return true
  })
}

/** The username of a document's publisher; undefined where it only says what is gone. */
export function publisherIn(document: string): string | undefined {
  const { publishers }: { publishers?: { username: string }[] } = JSON.parse(document)
  return publishers?.[0]?.username
}

/** The app of a document, if its publisher has deleted it: those who have it may call it until their window ends. */
function retiredAppIn(document: string): string | undefined {
  const { apps }: { apps?: { id: string; retired_at: string | null }[] } = JSON.parse(document)
  const [app] = apps ?? []
  return app === undefined || app.retired_at === null ? undefined : app.id
}

const APP_USE = {
  name: 'count-app-use',
  text: `
    SELECT count(*) FILTER (WHERE tier = 'free')::int AS "freeCount", count(*) FILTER (WHERE tier = 'paid')::int AS "paidCount",
           max(anchor + (CASE WHEN renews THEN greatest(window_index, window_at(anchor, clock_timestamp())) ELSE window_index END + 1)
               * interval '2592000 seconds') AS "lastWindowEndsAt"
    FROM purchases WHERE app_id = $1 AND status = 'active'`,
}

/** How many buyers have an app here, and until when at most. */
export async function countAppUse(
  db: Queryable,
  appId: string,
): Promise<{ readonly freeCount: number; readonly paidCount: number; readonly lastWindowEndsAt: Date | null }> {
  const [row] = await db.query<{ freeCount: number; paidCount: number; lastWindowEndsAt: Date | null }>(APP_USE, [
    appId,
  ])
  return row ?? { freeCount: 0, paidCount: 0, lastWindowEndsAt: null }
}
