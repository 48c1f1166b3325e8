import type { billing } from '@mtg/contracts'
import { invalidField, pageOf, pageSizeOf, readNumberToken, timeOf, toTimestamp, uuidOf } from '@mtg/rpc'
import {
  type Account,
  accountForms,
  isGatewayAccountType,
  isOwnedAccountType,
  type JournalEntry,
  type Period,
} from '../../domain/journal.ts'
import type { EntryRange } from '../../store/ledger/entries.ts'

/** Reads an account, such as `platform_fee` or `wallet:ID`. */
export function accountOf(text: string): Account {
  const [type = '', owner = ''] = text.split(':')
  if (isOwnedAccountType(type)) return { type, owner: uuidOf(owner, `owner of account ${type}`) }
  if (isGatewayAccountType(text)) return { type: text }
  throw invalidField('account', `must be one of ${accountForms}`)
}

/** Reads the period that a list is asked for. */
export function periodOf({ from, to }: Pick<billing.ListEntriesRequest__Output, 'from' | 'to'>): Period {
  return { from: timeOf(from, 'from') ?? null, to: timeOf(to, 'to') ?? null }
}

/** A page of entries, newest first. Its token is the id of the entry that the page before it ended with. */
export async function pageOfEntries(
  request: { readonly pageSize: number; readonly pageToken: string },
  list: (range: EntryRange) => Promise<JournalEntry[]>,
): Promise<{ entries: billing.JournalEntry[]; nextPageToken: string }> {
  const pageSize = pageSizeOf(request.pageSize)
  const entries = await list({ beforeId: readNumberToken(request.pageToken), limit: pageSize + 1 })
  const { page, nextPageToken } = pageOf(entries, pageSize, last => last.id.toString())
  return { entries: page.map(toEntryMessage), nextPageToken }
}

function toEntryMessage(entry: JournalEntry): billing.JournalEntry {
  return {
    entryId: entry.id.toString(),
    kind: entry.kind,
    debitAccount: entry.debitAccount,
    creditAccount: entry.creditAccount,
    amountMicros: entry.amountMicros.toString(),
    callId: entry.callId ?? '',
    reference: entry.reference ?? '',
    createdAt: toTimestamp(entry.createdAt),
  }
}
