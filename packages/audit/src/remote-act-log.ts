import { services } from '@mtg/contracts'
import type { Logger } from '@mtg/observability'
import { type ActLog, createClient } from '@mtg/rpc'
import type { OperatorsOptions } from './operators.ts'

/** A log of acts that is kept elsewhere. */
export interface RemoteActLog extends ActLog {
  close(): void
}

const TIMEOUT_MS = 2_000

/** Writes acts down at auth: for edges, which keep nothing themselves. */
export function openRemoteActLog(options: OperatorsOptions, log: Logger): RemoteActLog {
  const client = createClient(services.auth.AuditService, options)
  const limits = { timeoutMs: TIMEOUT_MS }
  return {
    async begin({ id, actor, road, action, target, asked, before }) {
      const who = { actorKind: actor.kind, actorId: actor.id, actor: actor.name, address: actor.address }
      const entry = { entryId: id, ...who, road, action, target, askedJson: jsonOf(asked), beforeJson: jsonOf(before) }
      await client.NoteAct({ entry }, limits)
    },
    async end(actId, { outcome, code, after }) {
      try {
        await client.NoteOutcome({ entryId: actId, outcome, code, afterJson: jsonOf(after) }, limits)
      } catch (err) {
        log.error({ err, actId, outcome, code }, 'the outcome of an administrative act could not be written down')
      }
    },
    close: () => client.close(),
  }
}

const jsonOf = (state: object | undefined) => (state === undefined ? '' : JSON.stringify(state))
