import { type metering, services } from '@mtg/contracts'
import { formatMicros } from '@mtg/marketplace'
import { fromTimestamp, type ServiceClient, toBigint, toTimestamp } from '@mtg/rpc'
import { Command } from 'commander'
import { buyerIdOf } from '../buyers.ts'
import { CliError, exitCodes } from '../failure.ts'
import { LIMITS } from '../instance.ts'
import { table } from '../output.ts'
import type { Runner } from '../runner.ts'

interface Options {
  readonly app?: string
  readonly from?: string
  readonly to?: string
  readonly limit: string
}

const PAGE_SIZE = 500
const SHOWN_MAX = 50

/** `mtg usage EMAIL` */
export function usageCommand(run: Runner): Command {
  return new Command('usage')
    .description('Show the calls a buyer was metered for, newest first, and their totals by app.')
    .argument('<email>', 'the buyer')
    .option('--app <publisher/app>', 'of one app only')
    .option('--from <time>', 'at or after this time, such as 2026-11-01 or 2026-11-01T12:00:00Z')
    .option('--to <time>', 'before this time')
    .option('--limit <count>', 'at most so many records', '10000')
    .action(
      run(async ({ instance, output }, email: string, options: Options) => {
        const client = instance.client('metering', services.metering.UsageService)
        const filter = { buyerId: await buyerIdOf(instance, email), app: options.app ?? '', ...timesOf(options) }
        const limit = limitOf(options.limit)
        const { totals } = await client.SummarizeUsage(filter, LIMITS)
        const { records, truncated } = await listAll(client, filter, limit)
        const value = { records: records.map(recordView), totals: totals.map(totalView), truncated }
        output.result(value, asText(value))
      }),
    )
}

async function listAll(
  client: ServiceClient<metering.UsageServiceDefinition>,
  filter: metering.ListUsageRequest,
  limit: number,
): Promise<{ records: metering.UsageRecord__Output[]; truncated: boolean }> {
  const records: metering.UsageRecord__Output[] = []
  let pageToken = ''
  do {
    const page = await client.ListUsage({ ...filter, pageSize: PAGE_SIZE, pageToken }, LIMITS)
    records.push(...page.records)
    pageToken = page.nextPageToken
  } while (pageToken !== '' && records.length < limit)
  return { records: records.slice(0, limit), truncated: pageToken !== '' || records.length > limit }
}

function recordView(record: metering.UsageRecord__Output) {
  return {
    callId: record.callId,
    at: fromTimestamp(record.occurredAt)?.toISOString() ?? '',
    app: `${record.publisherUsername}/${record.appName}`,
    adapter: record.adapter,
    operation: record.operation,
    name: record.name,
    tier: record.tier,
    charged: formatMicros(toBigint(record.chargedMicros)),
    totalTokens: Number(record.totalTokens),
    durationMs: record.durationMs,
  }
}

function totalView(total: metering.UsageTotal__Output) {
  const { app, callCount, chargedMicros, totalTokens } = total
  return {
    app,
    calls: Number(callCount),
    charged: formatMicros(toBigint(chargedMicros)),
    totalTokens: Number(totalTokens),
  }
}

interface UsageView {
  readonly records: readonly ReturnType<typeof recordView>[]
  readonly totals: readonly ReturnType<typeof totalView>[]
  readonly truncated: boolean
}

function asText({ records, totals, truncated }: UsageView): string {
  if (totals.length === 0) return 'No usage.'
  const shown = records.slice(0, SHOWN_MAX)
  const rows = shown.map(record => [record.at, record.app, record.name, record.tier, record.charged, record.callId])
  const more =
    records.length > shown.length || truncated ? [`... the newest ${shown.length} of them; all with --json`] : []
  const totalRows = totals.map(total => [total.app, String(total.calls), total.charged, String(total.totalTokens)])
  return [
    table(['time', 'app', 'name', 'tier', 'USD', 'call id'], rows),
    ...more,
    '',
    table(['total of', 'calls', 'USD', 'tokens'], totalRows),
  ].join('\n')
}

function timesOf(options: Options) {
  return {
    ...(options.from !== undefined && { from: timeOf('--from', options.from) }),
    ...(options.to !== undefined && { to: timeOf('--to', options.to) }),
  }
}

function timeOf(option: string, text: string) {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) {
    throw new CliError(`${option}: "${text}" is not a time, such as 2026-11-01T12:00:00Z`, exitCodes.usage)
  }
  return toTimestamp(time)
}

function limitOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new CliError(`--limit: "${text}" is not a whole number above 0`, exitCodes.usage)
  }
  return Number(text)
}
