import type { Logger } from '@mtg/observability'
import { type Database, openDatabase } from './database.ts'

const STATEMENT_MS = 600_000
const CONNECTIONS_MAX = 2

/** What is done to whole months takes longer than statements of calls may, and must not take their connections. */
export function openSlowDatabase(url: string, applicationName: string, log: Logger): Database {
  return openDatabase({ url, poolMax: CONNECTIONS_MAX, applicationName, statementTimeoutMs: STATEMENT_MS, log })
}
