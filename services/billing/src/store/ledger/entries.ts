import { type billing } from '@mtg/contracts'
import type { Database, Statement } from '@mtg/postgres'
import { invalidField, pageOf, pageSizeOf, readNumberToken, timeOf, toTimestamp, uuidOf } from '@mtg/rpc'

interface Row extends Record<string, unknown> {
  id: string
  kind: string
  debit: string
  credit: string
  amount_micros: string
  call_id: string | null
  reference: string | null
  created_at: Date
}

const COLUMNS = `
  id, kind, concat_ws(':', debit_type, debit_owner) AS debit, concat_ws(':', credit_type, credit_owner) AS credit,
  amount_micros, call_id, reference, created_at`

// $1 type, $2 owner, $3 from, $4 to, $5 before which entry, $6 how many. Each side has its own index.
const OF_OWNER = {
  name: 'journal-of-owner',
  text: `
    SELECT ${COLUMNS} FROM (
      (SELECT * FROM journal WHERE debit_owner = $2 AND debit_type = $1 AND id < $5
         AND ($3::timestamptz IS NULL OR created_at >= $3) AND ($4::timestamptz IS NULL OR created_at < $4)
       ORDER BY id DESC LIMIT $6)
      UNION
      (SELECT * FROM journal WHERE credit_owner = $2 AND credit_type = $1 AND id < $5
         AND ($3::timestamptz IS NULL OR created_at >= $3) AND ($4::timestamptz IS NULL OR created_at < $4)
       ORDER BY id DESC LIMIT $6)
    ) AS entries ORDER BY id DESC LIMIT $6`,
}

const OF_GATEWAY = {
  name: 'journal-of-gateway',
  text: `
    SELECT ${COLUMNS} FROM journal
    WHERE (debit_owner IS NULL OR credit_owner IS NULL) AND (debit_type = $1 OR credit_type = $1) AND $2::uuid IS NULL AND id < $5
      AND ($3::timestamptz IS NULL OR created_at >= $3) AND ($4::timestamptz IS NULL OR created_at < $4)
    ORDER BY id DESC LIMIT $6`,
}

// $1 call or null, $2 from, $3 to, $4 before which entry, $5 how many.
const OF_CALL = {
  name: 'journal-of-call',
  text: `
    SELECT ${COLUMNS} FROM journal
    WHERE call_id = $1 AND id < $4
      AND ($2::timestamptz IS NULL OR created_at >= $2) AND ($3::timestamptz IS NULL OR created_at < $3)
    ORDER BY id DESC LIMIT $5`,
}

const ALL = {
  name: 'journal-of-all',
  text: `
    SELECT ${COLUMNS} FROM journal
    WHERE $1::uuid IS NULL AND id < $4
      AND ($2::timestamptz IS NULL OR created_at >= $2) AND ($3::timestamptz IS NULL OR created_at < $3)
    ORDER BY id DESC LIMIT $5`,
}

const BEFORE_ALL = 9_223_372_036_854_775_807n
const OWNED = new Set(['wallet', 'publisher_payable', 'receivable'])
const OF_THE_GATEWAY = new Set(['platform_fee', 'processor_clearing', 'opening_balance', 'payout'])

/** A page of a wallet's journal entries, newest first. The page token is the id that the page ended with. */
export function listJournalEntries(
  db: Database,
  request: billing.ListJournalEntriesRequest__Output,
): Promise<billing.ListJournalEntriesResponse> {
  const values = ['wallet', uuidOf(request.buyerId, 'buyer_id'), null, null]
  return page(db, OF_OWNER, values, request)
}

/** A page of the journal, by account, call and time. */
export function listEntries(
  db: Database,
  request: billing.ListEntriesRequest__Output,
): Promise<billing.ListEntriesResponse> {
  const period = [timeOf(request.from, 'from') ?? null, timeOf(request.to, 'to') ?? null]
  if (request.account !== '' && request.callId !== '')
    throw invalidField('call_id', 'and account cannot both be asked for')
  if (request.callId !== '') return page(db, OF_CALL, [uuidOf(request.callId, 'call_id'), ...period], request)
  if (request.account === '') return page(db, ALL, [null, ...period], request)
  const { type, owner } = accountOf(request.account)
  return page(db, owner === null ? OF_GATEWAY : OF_OWNER, [type, owner, ...period], request)
}

function accountOf(text: string): { type: string; owner: string | null } {
  const [type = '', owner = ''] = text.split(':')
  if (OWNED.has(type)) return { type, owner: uuidOf(owner, `owner of account ${type}`) }
  if (OF_THE_GATEWAY.has(text)) return { type, owner: null }
  throw invalidField('account', `must be one of ${[...OF_THE_GATEWAY].join(', ')} or ${[...OWNED].join(':ID, ')}:ID`)
}

async function page(
  db: Database,
  statement: Statement,
  values: readonly unknown[],
  request: { readonly pageSize: number; readonly pageToken: string },
): Promise<{ entries: billing.JournalEntry[]; nextPageToken: string }> {
  const pageSize = pageSizeOf(request.pageSize)
  const before = readNumberToken(request.pageToken) ?? BEFORE_ALL
  const rows = await db.query<Row>(statement, [...values, before.toString(), pageSize + 1])
  const shown = pageOf(rows, pageSize, last => last.id)
  return { entries: shown.page.map(toEntry), nextPageToken: shown.nextPageToken }
}

function toEntry(row: Row): billing.JournalEntry {
  return {
    entryId: row.id,
    kind: row.kind,
    debitAccount: row.debit,
    creditAccount: row.credit,
    amountMicros: row.amount_micros,
    callId: row.call_id ?? '',
    reference: row.reference ?? '',
    createdAt: toTimestamp(row.created_at),
  }
}
