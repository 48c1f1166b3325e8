import type { rpc } from '@mtg/contracts'
import { pageOf, timeToken } from '@mtg/rpc'
import type { AuditLog } from './audit-log.ts'
import { auditQueryOf, toAuditEntry } from './wire.ts'

/** The handler of ListAuditEntries, which every area has. */
export async function listEntries(
  log: AuditLog,
  { query }: { readonly query: rpc.AuditQuery__Output | null },
): Promise<{ entries: rpc.AuditEntry[]; nextPageToken: string }> {
  const asked = auditQueryOf(query)
  const rows = await log.list(asked)
  const { page, nextPageToken } = pageOf(rows, asked.limit - 1, ({ at, id }) => timeToken({ createdAt: at, id }))
  return { entries: page.map(toAuditEntry), nextPageToken }
}
