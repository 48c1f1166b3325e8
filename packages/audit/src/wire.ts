import type { rpc } from '@mtg/contracts'
import { hasFields } from '@mtg/primitives'
import {
  type Act,
  type ActOutcome,
  fieldLimits,
  fitsBytes,
  invalidField,
  pageSizeOf,
  readTimeToken,
  required,
  textOf,
  timeOf,
  toTimestamp,
  uuidOf,
} from '@mtg/rpc'
import type { AuditEntry, AuditQuery } from './audit-log.ts'

/** The conditions of a request; no message: the newest entries. The limit is one more than a page has. */
export function auditQueryOf(query: rpc.AuditQuery__Output | null): AuditQuery {
  const { pageSize = 0, pageToken = '', from = null, to = null, actor = '', action = '', target = '' } = query ?? {}
  const exactly = (text: string, field: string) =>
    textOf(text, field, 2 * fieldLimits.nameBytesMax) === '' ? undefined : text
  return {
    limit: pageSizeOf(pageSize) + 1,
    before: readTimeToken(pageToken),
    from: timeOf(from, 'from'),
    to: timeOf(to, 'to'),
    actor: exactly(actor, 'actor'),
    action: exactly(action, 'action'),
    target: exactly(target, 'target'),
  }
}

/** An entry for the wire. */
export function toAuditEntry(entry: AuditEntry): rpc.AuditEntry {
  const { id, at, service, actor, road, action, target, askedJson, beforeJson, afterJson, outcome, code } = entry
  return {
    entryId: id,
    at: toTimestamp(at),
    service,
    actorKind: actor.kind,
    actorId: actor.id,
    actor: actor.name,
    address: actor.address,
    road,
    action,
    target,
    askedJson,
    beforeJson,
    afterJson,
    outcome,
    code,
  }
}

/** An act as another process sends it, or `invalid_argument`. */
export function actOf(entry: rpc.AuditEntry__Output | null): Omit<Act, 'service'> {
  const { entryId, actorKind, actorId, actor, address, road, action, target, askedJson, beforeJson } = required(
    entry,
    'entry',
  )
  const text = (value: string, field: string) => textOf(value, field, 2 * fieldLimits.nameBytesMax)
  return {
    id: uuidOf(entryId, 'entry_id'),
    actor: {
      kind: oneOf(['account', 'identity'], actorKind, 'actor_kind'),
      id: text(actorId, 'actor_id'),
      name: text(actor, 'actor'),
      address: text(address, 'address'),
    },
    road: oneOf(['api', 'mtg', 'file'], road, 'road'),
    action: text(action, 'action'),
    target: text(target, 'target'),
    asked: objectOf(askedJson, 'asked_json') ?? {},
    before: objectOf(beforeJson, 'before_json'),
  }
}

/** What became of an act, as another process sends it, or `invalid_argument`. */
export function outcomeOf(request: {
  readonly entryId: string
  readonly outcome: string
  readonly code: string
  readonly afterJson: string
}): ActOutcome & { readonly entryId: string } {
  return {
    entryId: uuidOf(request.entryId, 'entry_id'),
    outcome: oneOf(['done', 'refused', 'failed'], request.outcome, 'outcome'),
    code: textOf(request.code, 'code'),
    after: objectOf(request.afterJson, 'after_json'),
  }
}

function oneOf<Word extends string>(words: readonly Word[], text: string, field: string): Word {
  const found = words.find(word => word === text)
  if (found === undefined) throw invalidField(field, `must be one of ${words.join(', ')}`)
  return found
}

const JSON_BYTES_MAX = 16 * 1024

function objectOf(json: string, field: string): object | undefined {
  if (json === '') return undefined
  if (!fitsBytes(json, JSON_BYTES_MAX)) throw invalidField(field, 'is too large')
  try {
    const value: unknown = JSON.parse(json)
    if (hasFields(value)) return value
  } catch {
    // Told below, as what is no object is.
  }
  throw invalidField(field, 'must be a JSON object')
}
