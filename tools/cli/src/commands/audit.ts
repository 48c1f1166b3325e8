import { type rpc, services } from '@mtg/contracts'
import { fromTimestamp, toTimestamp } from '@mtg/rpc'
import { Command, InvalidArgumentError } from 'commander'
import { type Instance, LIMITS } from '../instance.ts'
import { table } from '../output.ts'
import type { Runner } from '../runner.ts'

interface AuditOptions {
  readonly actor?: string
  readonly action?: string
  readonly target?: string
  readonly from?: Date
  readonly to?: Date
  readonly limit: number
}

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 500

/** `mtg audit` */
export function auditCommand(run: Runner): Command {
  return new Command('audit')
    .description('Show what was done by those who run the gateway, newest first: who, when, from where, what.')
    .option('--actor <who>', 'by an address or id, exactly')
    .option('--action <name>', 'such as AccountAdminService.SetBuyerStatus')
    .option('--target <what>', 'such as buyer:ada@example.test')
    .option('--from <time>', 'not before', readTime)
    .option('--to <time>', 'before', readTime)
    .option('--limit <count>', `at most so many, up to ${LIMIT_MAX}`, readLimit, LIMIT_DEFAULT)
    .action(
      run(async ({ instance, output }, options: AuditOptions) => {
        const entries = (await entriesOf(instance, options)).slice(0, options.limit).map(viewOf)
        output.result({ entries }, asText(entries))
      }),
    )
}

async function entriesOf(instance: Instance, options: AuditOptions): Promise<rpc.AuditEntry__Output[]> {
  const { actor = '', action = '', target = '', from, to, limit } = options
  const span = { ...(from && { from: toTimestamp(from) }), ...(to && { to: toTimestamp(to) }) }
  const request = { query: { actor, action, target, pageSize: limit, ...span } }
  const pages = await Promise.all([
    instance.client('auth', services.auth.AuditService).ListAuditEntries(request, LIMITS),
    instance.client('billing', services.billing.AuditService).ListAuditEntries(request, LIMITS),
    instance.client('metering', services.metering.AuditService).ListAuditEntries(request, LIMITS),
    instance.client('oauth', services.oauth.AuditService).ListAuditEntries(request, LIMITS),
  ])
  return pages.flatMap(({ entries }) => entries).sort((a, b) => timeOf(b) - timeOf(a))
}

const timeOf = ({ at }: rpc.AuditEntry__Output) => fromTimestamp(at)?.getTime() ?? 0

function viewOf(entry: rpc.AuditEntry__Output) {
  const { entryId, service, actor, actorId, actorKind, road, address, action, target, outcome, code } = entry
  return {
    id: entryId,
    at: fromTimestamp(entry.at)?.toISOString() ?? '',
    service,
    actor: { kind: actorKind, id: actorId, name: actor },
    road,
    address,
    action,
    target,
    outcome: outcome || 'unknown',
    code: code || null,
    asked: valueOf(entry.askedJson),
    before: valueOf(entry.beforeJson),
    after: valueOf(entry.afterJson),
  }
}

const valueOf = (json: string): unknown => (json === '' ? null : JSON.parse(json))

function asText(entries: readonly ReturnType<typeof viewOf>[]): string {
  const rows = entries.map(({ at, actor, road, action, target, outcome, code, after }) => [
    at,
    actor.name,
    road,
    action,
    target,
    code === null ? outcome : `${outcome} (${code})`,
    after === null ? '' : JSON.stringify(after),
  ])
  return table(['time', 'who', 'road', 'action', 'target', 'outcome', 'after'], rows)
}

function readTime(text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('It is no time, such as 2026-11-22T10:00:00Z.')
  return time
}

function readLimit(text: string): number {
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX) {
    throw new InvalidArgumentError(`It must be 1 to ${LIMIT_MAX}.`)
  }
  return limit
}
