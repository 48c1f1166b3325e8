import type { AuditLogs } from '../../../clients/operations/audit.ts'
import type { SystemHealth } from '../../../clients/operations/health.ts'
import type { Operations } from '../../../clients/operations/operations.ts'
import type { Api } from '../../api.ts'
import { auditRoutes } from './audit.ts'
import { moneyRoutes } from './money.ts'
import { statusRoutes } from './status.ts'
import { systemRoutes } from './system.ts'

/** What operators' routes answer from. */
export interface OperatorRouteDeps {
  readonly operations: Operations
  readonly auditLogs: AuditLogs
  readonly systemHealth: SystemHealth
}

/** Everything below /operator: for accounts that run the gateway. */
export function operatorRoutes(api: Api, { operations, auditLogs, systemHealth }: OperatorRouteDeps): void {
  statusRoutes(api, operations)
  moneyRoutes(api, operations)
  systemRoutes(api, { operations, systemHealth })
  auditRoutes(api, auditLogs)
}
