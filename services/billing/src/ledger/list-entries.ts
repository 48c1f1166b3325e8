import type { Database } from '@mtg/postgres'
import { type billing, invalidField, required, toTimestamp } from '@mtg/rpc'

interface Row {
  id: string
  kind: string
  debit: string
  credit: string
  amount_micros: string
  call_id: string | null
  created_at: Date
}

const PAGE_SIZE_DEFAULT = 50
const PAGE_SIZE_MAX = 500

const LIST = {
  name: 'journal-of-wallet',
  text: `
    SELECT id, kind, concat_ws(':', debit_type, debit_owner) AS debit, concat_ws(':', credit_type, credit_owner) AS credit,
           amount_micros, call_id, created_at
    FROM (
      (SELECT * FROM journal WHERE debit_owner = $1 AND debit_type = 'wallet' AND id < $2 ORDER BY id DESC LIMIT $3)
      UNION ALL
      (SELECT * FROM journal WHERE credit_owner = $1 AND credit_type = 'wallet' AND id < $2 ORDER BY id DESC LIMIT $3)
    ) AS entries ORDER BY id DESC LIMIT $3`,
}

const BEFORE_ALL = '9223372036854775807'

/** A page of a wallet's journal entries, newest first. The page token is the id that the page ended with. */
export async function listJournalEntries(
  db: Database,
  request: billing.ListJournalEntriesRequest__Output,
): Promise<billing.ListJournalEntriesResponse> {
  const buyerId = required(request.buyerId, 'buyer_id')
  const pageSize = pageSizeOf(request.pageSize)
  if (!/^\d{0,19}$/.test(request.pageToken)) throw invalidField('page_token', 'is not from a previous page')
  const before = request.pageToken === '' ? BEFORE_ALL : request.pageToken
  const rows = await db.query<Row>(LIST, [buyerId, before, pageSize + 1])
  const page = rows.slice(0, pageSize)
  return { entries: page.map(toEntry), nextPageToken: rows.length > pageSize ? (page.at(-1)?.id ?? '') : '' }
}

/** The page size asked for, within bounds; 0 means the default. */
export function pageSizeOf(asked: number): number {
  if (asked < 0 || asked > PAGE_SIZE_MAX) throw invalidField('page_size', `must be 0 to ${PAGE_SIZE_MAX}`)
  return asked === 0 ? PAGE_SIZE_DEFAULT : asked
}

function toEntry(row: Row): billing.JournalEntry {
  return {
    entryId: row.id,
    kind: row.kind,
    debitAccount: row.debit,
    creditAccount: row.credit,
    amountMicros: row.amount_micros,
    callId: row.call_id ?? '',
    createdAt: toTimestamp(row.created_at),
  }
}
