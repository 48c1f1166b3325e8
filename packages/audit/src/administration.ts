import type { Logger } from '@mtg/observability'
import type { Queryable } from '@mtg/postgres'
import type { ActDescriptions, Administration } from '@mtg/rpc'
import { type AuditLog, openAuditLog } from './audit-log.ts'
import { openOperators } from './operators.ts'

/** Where a service writes acts down, whom it asks who is an operator, and what it says of its acts. */
export interface AdministrationOptions {
  readonly db: Queryable
  readonly log: Logger
  /** Addresses of auth; undefined: nobody is known as an operator, and acts are the operator's credential's alone. */
  readonly authAddress: string | undefined
  readonly token: string | undefined
  readonly descriptions: readonly ActDescriptions[]
}

/** What `serveGrpc` and the service's AuditService need. */
export interface OpenAdministration extends Administration {
  readonly log: AuditLog
  close(): void
}

/** Opens the administration of a service that has an audit log of its own and is not auth. */
export function openAdministration(options: AdministrationOptions): OpenAdministration {
  const { db, log, authAddress, token, descriptions } = options
  const operators = authAddress === undefined ? undefined : openOperators({ address: authAddress, token })
  return {
    log: openAuditLog(db, log),
    findOperator: async accountId => await operators?.find(accountId),
    descriptions,
    close: () => operators?.close(),
  }
}
