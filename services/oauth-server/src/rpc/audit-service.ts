import { type AuditLog, listEntries } from '@mtg/audit'
import { services } from '@mtg/contracts'
import { implement } from '@mtg/rpc'

/** AuditService: what was done to grants and keys. */
export function auditService(log: AuditLog) {
  return implement(services.oauth.AuditService, { ListAuditEntries: request => listEntries(log, request) })
}
