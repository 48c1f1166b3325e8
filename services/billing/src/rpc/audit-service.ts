import { type AuditLog, listEntries } from '@mtg/audit'
import { services } from '@mtg/contracts'
import { implement } from '@mtg/rpc'

/** AuditService: what was done to catalogue, purchases and money. */
export function auditService(log: AuditLog) {
  return implement(services.billing.AuditService, { ListAuditEntries: request => listEntries(log, request) })
}
