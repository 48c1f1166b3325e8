import type { Labels } from './series.ts'

/** One line of the Prometheus text format. */
export interface Sample {
  /** With its suffix: `_bucket`, `_sum`, `_count`. */
  readonly name: string
  readonly labels: Labels
  readonly value: number
}

/** A metric and its samples, in the Prometheus text format; labels in the order of their names. */
export function exposition(name: string, type: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(sample => `${sample.name}${labelsText(sample.labels)} ${numberText(sample.value)}`)
  return [`# HELP ${name} ${escape(help)}`, `# TYPE ${name} ${type}`, ...lines].join('\n')
}

function labelsText(labels: Labels): string {
  const names = Object.keys(labels).sort()
  if (names.length === 0) return ''
  return `{${names.map(name => `${name}="${escape(labels[name] ?? '').replaceAll('"', '\\"')}"`).join(',')}}`
}

function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf'
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value)
}

const escape = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
