import { type AuditLog, actOf, listEntries, outcomeOf } from '@mtg/audit'
import { services } from '@mtg/contracts'
import { implement } from '@mtg/rpc'

/** AuditService: what was done to accounts, and to edges, which keep nothing themselves. */
export function auditService(log: AuditLog) {
  return implement(services.auth.AuditService, {
    ListAuditEntries: request => listEntries(log, request),
    async NoteAct({ entry }) {
      await log.begin({ ...actOf(entry), service: 'edge-proxy' })
      return {}
    },
    async NoteOutcome(request) {
      const { entryId, ...outcome } = outcomeOf(request)
      await log.end(entryId, outcome)
      return {}
    },
  })
}
