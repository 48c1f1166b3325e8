import { plainArray, type Queryable } from '@mtg/postgres'
import type { CallId } from '@mtg/primitives'
import { z } from 'zod'
import type { CallPassage, RecordedCall } from '../domain/call-passage.ts'

const entry = z.tuple([z.string(), z.string(), z.number(), z.string()])

/** How calls went, as one text; null when nothing is known of any. */
export function packPassages(calls: readonly RecordedCall[]): string | null {
  const entries: z.infer<typeof entry>[] = []
  for (const { callId, passage } of calls) {
    if (passage !== undefined) entries.push([callId, passage.code, passage.status, passage.stages])
  }
  return entries.length === 0 ? null : JSON.stringify(entries)
}

const FIND = {
  name: 'find-passage',
  text: `SELECT passage.calls FROM usage_records AS record JOIN call_passages AS passage USING (recorded_at)
         WHERE record.call_id = $1`,
}

/** How a call went that was stored along with its record. */
export async function findPassage(db: Queryable, callId: CallId): Promise<CallPassage | undefined> {
  const rows = await db.query<{ calls: string }>(FIND, [callId])
  const entries = rows.flatMap(row => z.array(entry).parse(JSON.parse(row.calls)))
  const [, code, status, stages] = entries.find(([id]) => id === callId) ?? []
  return code === undefined || status === undefined || stages === undefined ? undefined : { code, status, stages }
}

// One by one: a join of the two tables may well begin with all of either.
const FIND_UNSEEN = {
  name: 'find-unseen',
  text: `
    SELECT wanted.call_id FROM unnest($1::uuid[]) AS wanted (call_id)
    WHERE (SELECT true FROM usage_records AS record JOIN call_passages AS passage USING (recorded_at)
           WHERE record.call_id = wanted.call_id LIMIT 1) IS NULL`,
}

/** Those of the calls whose records were stored without how they went, or not at all. */
export async function findUnseen(db: Queryable, calls: readonly RecordedCall[]): Promise<RecordedCall[]> {
  const rows = await db.query<{ call_id: CallId }>(FIND_UNSEEN, [plainArray(calls.map(call => call.callId))])
  const unseen = new Set(rows.map(row => row.call_id))
  return calls.filter(call => unseen.has(call.callId))
}

// Rows hold from one call to a thousand, so they are bounded by their size, and the newest is read whatever it has.
const LIST_NEWEST = {
  name: 'newest-passages',
  text: `
    SELECT calls, "recordedAt" FROM (
      SELECT calls, recorded_at AS "recordedAt",
             sum(pg_column_size(calls)) OVER (ORDER BY recorded_at DESC, call_id DESC) - pg_column_size(calls) AS before
      FROM (SELECT * FROM call_passages WHERE recorded_at >= now() - make_interval(mins => $1)
            ORDER BY recorded_at DESC, call_id DESC LIMIT 5000) AS newest
    ) AS sized WHERE before < 500000 ORDER BY "recordedAt" DESC`,
}

/** Packed stages of the newest charged calls, and when the first of these was recorded. */
export async function listNewestStages(
  db: Queryable,
  minutes: number,
): Promise<{ readonly calls: string[]; readonly from: Date | undefined }> {
  const rows = await db.query<{ calls: string; recordedAt: Date }>(LIST_NEWEST, [minutes])
  const entries = rows.flatMap(row => z.array(entry).parse(JSON.parse(row.calls)))
  return { calls: entries.map(([, , , stages]) => stages), from: rows.at(-1)?.recordedAt }
}
