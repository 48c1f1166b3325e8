import type { Phase } from './run.ts'

/** What a run must not find, in words; empty when all is well. */
export function violationsOf(phases: readonly Phase[]): string[] {
  return phases.flatMap(({ name, mayRefuse, observed }) =>
    [...observed.failures]
      .filter(([what]) => !mayRefuse || !what.includes('redis_error'))
      .map(([what, count]) => `${name}: ${count} x ${what}`),
  )
}

/** A line for each phase. */
export function describe(phases: readonly Phase[]): string {
  const rows = phases.map(({ name, seconds, observed }) => {
    const failures = [...observed.failures.values()].reduce((sum, count) => sum + count, 0)
    const durations = observed.durationsMs.toSorted((a, b) => a - b)
    const at = (share: number) => (durations[Math.floor(share * (durations.length - 1))] ?? 0).toFixed(0)
    return [name, seconds.toFixed(1), observed.answers, failures, at(0.5), at(0.99), at(1)].map(String)
  })
  const table = [['', 's', 'answers', 'failures', 'p50 ms', 'p99 ms', 'max ms'], ...rows]
  const widths = table[0]?.map((_, column) => Math.max(...table.map(row => row[column]?.length ?? 0))) ?? []
  return table
    .map(row =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n')
}
