import { type rpc, services } from '@mtg/contracts'
import { createClient, readTimeToken, timeToken, toTimestamp } from '@mtg/rpc'
import type { ActingOperator, AuditEntry, AuditQuery } from '../../domain/operations.ts'
import type { Page, PageRequest } from '../../domain/page.ts'
import type { ServiceOptions } from '../auth.ts'
import { timeIn } from '../service-times.ts'

/** The audit logs of all services, as one. */
export interface AuditLogs {
  /** Newest first. */
  list(as: ActingOperator, query: AuditQuery, page: PageRequest): Promise<Page<AuditEntry>>
  close(): void
}

/** Where the services are that keep one. */
export interface AuditLogsOptions extends Omit<ServiceOptions, 'address'> {
  readonly addresses: Readonly<Record<'auth' | 'billing' | 'metering' | 'oauth', string>>
}

/** Opens the connections. Each service keeps what was done to what it owns; a page is the newest of what all of them have. */
export function openAuditLogs({ addresses, token, timeoutMs }: AuditLogsOptions): AuditLogs {
  const clients = [
    createClient(services.auth.AuditService, { address: addresses.auth, token }),
    createClient(services.billing.AuditService, { address: addresses.billing, token }),
    createClient(services.metering.AuditService, { address: addresses.metering, token }),
    createClient(services.oauth.AuditService, { address: addresses.oauth, token }),
  ] as const
  return {
    async list(actingFor, { actor = '', action = '', target = '', from, to }, page) {
      readTimeToken(page.pageToken)
      const span = { ...(from && { from: toTimestamp(from) }), ...(to && { to: toTimestamp(to) }) }
      const query = { ...page, ...span, actor, action, target }
      const ask = (client: (typeof clients)[number]) => client.ListAuditEntries({ query }, { timeoutMs, actingFor })
      const answers = await Promise.all(clients.map(ask))
      const all = answers.flatMap(({ entries }) => entries.map(toAuditEntry)).sort(newestFirst)
      const items = all.slice(0, page.pageSize)
      const last = items.at(-1)
      const hasMore = all.length > items.length || answers.some(({ nextPageToken }) => nextPageToken !== '')
      return { items, nextPageToken: last && hasMore ? timeToken({ createdAt: last.at, id: last.id }) : null }
    },
    close() {
      for (const client of clients) client.close()
    },
  }
}

/** As each service orders its own. */
function newestFirst(a: AuditEntry, b: AuditEntry): number {
  return b.at.getTime() - a.at.getTime() || (b.id < a.id ? -1 : 1)
}

function toAuditEntry(entry: rpc.AuditEntry__Output): AuditEntry {
  const { entryId, service, actorKind, actorId, actor, road, address, action, target, outcome, code } = entry
  return {
    id: entryId,
    at: timeIn(entry.at),
    service,
    actor: { kind: actorKind, id: actorId, name: actor },
    road,
    address,
    action,
    target,
    outcome: outcome || 'unknown',
    code: code || undefined,
    asked: valueOf(entry.askedJson),
    before: valueOf(entry.beforeJson),
    after: valueOf(entry.afterJson),
  }
}

const valueOf = (json: string): unknown => (json === '' ? null : JSON.parse(json))
