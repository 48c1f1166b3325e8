import type { RunningSystem } from '@mtg/launcher'

/** What the services have counted so far. */
export interface Counters {
  /** Seconds of work in each kind of statement: while it is done, who comes next in its lane waits. */
  readonly work: ReadonlyMap<string, number>
  /** How many of each kind of statement there were. */
  readonly statements: ReadonlyMap<string, number>
  /** Seconds and calls of each step of a call. */
  readonly stages: ReadonlyMap<string, { readonly seconds: number; readonly calls: number }>
  /** How many messages the edge has sent over each batched stream. */
  readonly messages: ReadonlyMap<string, number>
  /** How often the edge itself refused, by the limit that was reached. */
  readonly refusals: ReadonlyMap<string, number>
}

const STATEMENTS = 'mtg_database_statement_duration_seconds'
const MESSAGES = 'mtg_rpc_batch_items_count'
const STAGES = 'mtg_edge_stage_duration_seconds'
const SHED = 'mtg_edge_shed_total'
const LIMIT_REFUSALS = 'mtg_edge_limit_refusals_total'
/** Less is not worth a word. */
const SHARE_MIN = 0.005
const SERVICES = ['billing', 'auth', 'metering'] as const

/** Reads the counters of a running system. */
export async function readCounters(system: Pick<RunningSystem, 'envOf'>): Promise<Counters> {
  const work = new Map<string, number>()
  const statements = new Map<string, number>()
  for (const service of SERVICES) {
    const text = await metricsOf(system, service)
    for (const [statement, sum] of seriesOf(text, `${STATEMENTS}_sum`, 'statement')) {
      work.set(`${service} ${statement}`, sum)
    }
    for (const [statement, count] of seriesOf(text, `${STATEMENTS}_count`, 'statement')) {
      statements.set(`${service} ${statement}`, count)
    }
  }
  const text = await metricsOf(system, 'edge-proxy')
  const calls = seriesOf(text, `${STAGES}_count`, 'stage')
  const stages = [...seriesOf(text, `${STAGES}_sum`, 'stage')].map(
    ([stage, seconds]) => [stage, { seconds, calls: calls.get(stage) ?? 0 }] as const,
  )
  const messages = seriesOf(text, MESSAGES, 'method')
  const refusals = new Map([...seriesOf(text, SHED, 'reason'), ...seriesOf(text, LIMIT_REFUSALS, 'limit')])
  return { work, statements, stages: new Map(stages), messages, refusals }
}

async function metricsOf(
  system: Pick<RunningSystem, 'envOf'>,
  service: Parameters<RunningSystem['envOf']>[0],
): Promise<string> {
  const { OPS_LISTEN } = system.envOf(service)
  return await (await fetch(`http://${OPS_LISTEN}/metrics`)).text()
}

/** Values of a metric by one of its labels, summed up over the others. */
function seriesOf(text: string, metric: string, label: string): Map<string, number> {
  const values = new Map<string, number>()
  for (const [, labels = '', value] of text.matchAll(new RegExp(`^${metric}\\{([^}]*)\\} (\\S+)$`, 'gm'))) {
    const name = new RegExp(`${label}="([^"]*)"`).exec(labels)?.[1]
    if (name !== undefined) values.set(name, (values.get(name) ?? 0) + Number(value))
  }
  return values
}

/** The share of the time in which each place worked, the busiest first. Above 1: several lanes or cores did. */
export function busyShares(work: ReadonlyMap<string, number>, seconds: number): [place: string, share: number][] {
  return [...work]
    .map(([place, worked]): [string, number] => [place, worked / seconds])
    .filter(([, share]) => share >= SHARE_MIN)
    .sort(([, a], [, b]) => b - a)
}

/** Milliseconds that a call spent in each step, on average. */
export function stageMeans(before: Counters, after: Counters): [stage: string, ms: number][] {
  return [...after.stages]
    .map(([stage, { seconds, calls }]): [string, number] => {
      const earlier = before.stages.get(stage) ?? { seconds: 0, calls: 0 }
      return [stage, (1000 * (seconds - earlier.seconds)) / Math.max(1, calls - earlier.calls)]
    })
    .filter(([, ms]) => ms >= SHARE_MIN)
    .sort(([, a], [, b]) => b - a)
}

/** How often each limit refused somebody meanwhile, the most first. */
export function refusalsBetween(before: Counters, after: Counters): [limit: string, count: number][] {
  return [...after.refusals]
    .map(([limit, count]): [string, number] => [limit, count - (before.refusals.get(limit) ?? 0)])
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
}
