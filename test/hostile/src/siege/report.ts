import type { SiegeReport } from './run.ts'

/** At default settings. */
const EDGE_BYTES_MAX = 512 * 1024 * 1024
const MEBIBYTE = 1024 * 1024
const ANSWERS_SHOWN = 4
const FAILURES_SHOWN = 20

/** What a siege must not find, in words; empty when nobody was harmed. */
export function violationsOf({ quiet, besieged, memory, attacks, died, unsound }: SiegeReport): string[] {
  const failures = [...quiet.failures, ...besieged.failures]
  const edgeBytes = memory['edge-proxy'] ?? 0
  return [
    ...(failures.length > 0 ? [`${failures.length} honest calls failed`] : []),
    ...failures.slice(0, FAILURES_SHOWN).map(failure => `  ${failure}`),
    ...(edgeBytes >= EDGE_BYTES_MAX ? [`the edge had ${mebibytes(edgeBytes)} MiB resident`] : []),
    ...died.map(name => `${name} died`),
    ...(unsound === undefined ? [] : [unsound]),
    ...attacks.flatMap(({ name, failure }) => (failure === undefined ? [] : [`${name}: ${failure}`])),
    ...attacks.flatMap(({ name, counts }) => (Object.keys(counts).length === 0 ? [`${name} did nothing`] : [])),
  ]
}

/** The siege as text. */
export function describe({ attacks, quiet, besieged, memory }: SiegeReport): string {
  const rows = attacks.map(({ name, about, counts }) => [name, String(sumOf(counts)), mostOf(counts), about])
  const victim = [
    ['', 'calls', 'failed', 'median', 'p99'],
    ['without', ...figures(quiet)],
    ['besieged', ...figures(besieged)],
  ]
  const processes = Object.entries(memory).map(([name, bytes]) => [name, `${mebibytes(bytes)} MiB`])
  return [
    table([['attack', 'made', 'got', 'what'], ...rows]),
    `the victim\n${table(victim)}`,
    `the most memory resident\n${table(processes)}`,
  ].join('\n\n')
}

const figures = ({ calls, failures, medianMs, p99Ms }: SiegeReport['quiet']) => [
  String(calls),
  String(failures.length),
  `${medianMs.toFixed(1)} ms`,
  `${p99Ms.toFixed(1)} ms`,
]

const sumOf = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

function mostOf(counts: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(counts).toSorted(([, a], [, b]) => b - a)
  const shown = sorted.slice(0, ANSWERS_SHOWN).map(([what, count]) => `${count} x ${what}`)
  return shown.join(', ') + (sorted.length > ANSWERS_SHOWN ? ', …' : '')
}

const mebibytes = (bytes: number) => Math.round(bytes / MEBIBYTE)

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  return rows
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
