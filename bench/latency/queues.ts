import type { RunningSystem } from '@mtg/launcher'

/** Seconds of work done so far in each place where calls queue one behind the other. */
export type Work = ReadonlyMap<string, number>

/** Sums of these, by their label, are work of one lane: while it is done, the next in line waits. */
const LANES: readonly { readonly service: string; readonly metric: string; readonly label: string }[] = [
  { service: 'billing', metric: 'mtg_database_statement_duration_seconds', label: 'statement' },
  { service: 'metering', metric: 'mtg_database_statement_duration_seconds', label: 'statement' },
]

/** Reads the work of all lanes of a running system. */
export async function readWork(system: Pick<RunningSystem, 'envOf'>): Promise<Work> {
  const work = new Map<string, number>()
  for (const { service, metric, label } of LANES) {
    const { OPS_LISTEN } = system.envOf(service as Parameters<RunningSystem['envOf']>[0])
    const text = await (await fetch(`http://${OPS_LISTEN}/metrics`)).text()
    for (const [, labels = '', value] of text.matchAll(new RegExp(`^${metric}_sum\\{([^}]*)\\} (\\S+)$`, 'gm'))) {
      const name = new RegExp(`${label}="([^"]*)"`).exec(labels)?.[1]
      if (name !== undefined) work.set(`${service} ${name}`, Number(value))
    }
  }
  return work
}

/** The share of the time in which each lane worked, the busiest first. */
export function utilisation(before: Work, after: Work, seconds: number): [lane: string, share: number][] {
  return [...after]
    .map(([lane, sum]): [string, number] => [lane, (sum - (before.get(lane) ?? 0)) / seconds])
    .filter(([, share]) => share >= 0.005)
    .sort(([, a], [, b]) => b - a)
}
