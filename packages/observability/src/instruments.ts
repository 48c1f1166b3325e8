import type { Sample } from './exposition.ts'
import { createSeriesSet, type Labels, type SeriesSet } from './series.ts'

/** One series of a counter: for places where looking its labels up each time would cost more than the counting. */
export interface BoundCounter {
  inc(by?: number): void
}

/** A number that only grows. */
export interface CounterMetric {
  inc(labels?: Labels, by?: number): void
  /** The series with these labels; it is told from now on, with 0 until something was counted. */
  bind(labels: Labels): BoundCounter
}

/** A number that goes up and down. */
export interface GaugeMetric {
  set(value: number, labels?: Labels): void
}

/** One series of a histogram. */
export interface BoundHistogram {
  observe(value: number): void
}

/** A distribution. */
export interface HistogramMetric {
  observe(value: number, labels?: Labels): void
  /** The series with these labels, told from now on. */
  bind(labels: Labels): BoundHistogram
}

/** What a gauge shows, asked at each scrape: one number, or one for each set of labels. */
export type Collect = () => Reading | Promise<Reading>

type Reading = number | readonly { readonly labels: Labels; readonly value: number }[]

interface Cell {
  value: number
}

const makeCell = (): Cell => ({ value: 0 })

/** A counter, and how its samples are read. */
export function makeCounter(name: string, labelNames: readonly string[]) {
  const series = createSeriesSet(name, labelNames, makeCell)
  const add = (cell: Cell, by: number) => {
    if (by < 0) throw new Error(`${name} cannot shrink`)
    cell.value += by
  }
  const metric: CounterMetric = {
    inc: (labels = {}, by = 1) => add(series.of(labels), by),
    bind(labels) {
      const cell = series.of(labels)
      return { inc: (by = 1) => add(cell, by) }
    },
  }
  return { metric, collects: [], samples: () => cellSamples(name, series) }
}

/** A gauge, what it has to be asked, and how its samples are read. */
export function makeGauge(name: string, labelNames: readonly string[], collect: Collect | undefined) {
  const series = createSeriesSet(name, labelNames, makeCell)
  const set: GaugeMetric['set'] = (value, labels = {}) => {
    series.of(labels).value = value
  }
  const metric: GaugeMetric = { set }
  return { metric, set, collects: collect === undefined ? [] : [collect], samples: () => cellSamples(name, series) }
}

function cellSamples(name: string, series: SeriesSet<Cell>): Sample[] {
  return [...series.all()].map(({ labels, state }) => ({ name, labels, value: state.value }))
}

interface Distribution {
  /** One for each bucket, and one for what is above all of them; not cumulative. */
  readonly counts: Float64Array
  sum: number
}

/** A histogram, and how its samples are read. */
export function makeHistogram(name: string, labelNames: readonly string[], buckets: readonly number[]) {
  const bounds = Float64Array.from(buckets)
  const makeState = (): Distribution => ({ counts: new Float64Array(bounds.length + 1), sum: 0 })
  const series = createSeriesSet(name, labelNames, makeState)
  const observe = (distribution: Distribution, value: number) => {
    let index = 0
    while (index < bounds.length && value > (bounds[index] ?? 0)) index += 1
    distribution.counts[index] = (distribution.counts[index] ?? 0) + 1
    distribution.sum += value
  }
  const metric: HistogramMetric = {
    observe: (value, labels = {}) => observe(series.of(labels), value),
    bind(labels) {
      const distribution = series.of(labels)
      return { observe: value => observe(distribution, value) }
    },
  }
  return { metric, collects: [], samples: () => [...series.all()].flatMap(one => histogramSamples(name, bounds, one)) }
}

function histogramSamples(
  name: string,
  bounds: Float64Array,
  { labels, state }: { readonly labels: Labels; readonly state: Distribution },
): Sample[] {
  let count = 0
  const inBuckets = [...state.counts].map((inBucket, index) => {
    count += inBucket
    const le = index < bounds.length ? String(bounds[index]) : '+Inf'
    return { name: `${name}_bucket`, labels: { ...labels, le }, value: count }
  })
  return [
    ...inBuckets,
    { name: `${name}_sum`, labels, value: state.sum },
    { name: `${name}_count`, labels, value: count },
  ]
}
