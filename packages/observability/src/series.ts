/** Label values by label name; only from closed sets (codes, owners, steps), never from requests. */
export type Labels = Readonly<Record<string, string>>

/** One line of a metric: its labels, and what is counted under them. */
interface Series<T> {
  readonly labels: Labels
  readonly state: T
}

/** All series of one metric. */
export interface SeriesSet<T> {
  /** Makes the series when it is new. Throws for labels that the metric does not have: a bug. */
  of(labels: Labels): T
  all(): Iterable<Series<T>>
}

/** Labels are closed sets, so this many mean a bug; it must not grow into an outage. */
const SERIES_MAX = 2000
const OTHER = 'other'

/** Makes the series of a metric with these labels. A metric without labels has its one series from the start. */
export function createSeriesSet<T>(name: string, labelNames: readonly string[], makeState: () => T): SeriesSet<T> {
  const known = new Map<string, Series<T>>()

  function add(key: string, labels: Labels): T {
    const state = makeState()
    known.set(key, { labels, state })
    return state
  }

  function of(labels: Labels): T {
    const key = keyOf(name, labelNames, labels)
    const series = known.get(key)
    if (series !== undefined) return series.state
    if (known.size < SERIES_MAX) return add(key, { ...labels })
    const others = Object.fromEntries(labelNames.map(label => [label, OTHER]))
    const otherKey = keyOf(name, labelNames, others)
    return known.get(otherKey)?.state ?? add(otherKey, others)
  }

  if (labelNames.length === 0) of({})
  return { of, all: () => known.values() }
}

function keyOf(name: string, labelNames: readonly string[], labels: Labels): string {
  let key = ''
  for (const label of labelNames) {
    const value = labels[label]
    if (value === undefined) throw new Error(`${name} needs the label ${label}`)
    key += `${value}\n`
  }
  let given = 0
  for (const _label in labels) given += 1
  if (given !== labelNames.length) throw new Error(`${name} has no such labels: ${Object.keys(labels).join(', ')}`)
  return key
}
