/** A metric as a service tells it. */
export interface ToldMetric {
  readonly name: string
  readonly type: string
  /** The labels of each series, without `service` and `le`. */
  readonly series: readonly Readonly<Record<string, string>>[]
  /** Every name under which it can be selected. */
  readonly sampleNames: ReadonlySet<string>
}

const SUFFIXES = /_(bucket|sum|count)$/

/** Reads the Prometheus text format. */
export function readExposition(text: string): ToldMetric[] {
  const metrics = new Map<string, { type: string; series: Record<string, string>[]; sampleNames: Set<string> }>()
  for (const line of text.split('\n')) {
    const [, name = '', type = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
    if (name !== '') metrics.set(name, { type, series: [], sampleNames: new Set() })
    if (line === '' || line.startsWith('#')) continue
    const { sample, labels } = readSample(line)
    const metric = metrics.get(sample) ?? metrics.get(sample.replace(SUFFIXES, ''))
    if (metric === undefined) throw new Error(`a sample without type: ${line}`)
    metric.sampleNames.add(sample)
    metric.series.push(labels)
  }
  return [...metrics].map(([name, metric]) => ({ name, ...metric }))
}

function readSample(line: string) {
  const parts = /^(?<sample>[a-zA-Z_:][\w:]*)(?:\{(?<labels>.*)\})? (?<value>\S+)$/.exec(line)?.groups
  if (parts?.sample === undefined) throw new Error(`not a sample: ${line}`)
  const pairs = [...(parts.labels ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]
  const labels = Object.fromEntries(pairs.map(([, label = '', value = '']) => [label, value]))
  delete labels['service']
  delete labels['le']
  return { sample: parts.sample, labels }
}
