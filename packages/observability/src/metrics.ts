import { Registry } from 'prom-client'
import { exposition, type Sample } from './exposition.ts'
import {
  type Collect,
  type CounterMetric,
  type GaugeMetric,
  type HistogramMetric,
  makeCounter,
  makeGauge,
  makeHistogram,
} from './instruments.ts'
import { collectProcessMetrics } from './process-metrics.ts'

/**
 * A service's Prometheus metrics. Names start with `mtg_` and end with their unit. Asking for a name a second time gives
 * the same metric; with another type or other labels it is a bug and throws.
 */
export interface Metrics {
  counter(name: string, help: string, labels?: readonly string[]): CounterMetric
  /** `collect` must not reject, nor wait for long. */
  gauge(name: string, help: string, labels?: readonly string[], collect?: Collect): GaugeMetric
  histogram(name: string, help: string, labels: readonly string[], buckets: readonly number[]): HistogramMetric
  /** The Prometheus text format. */
  text(): Promise<string>
  /** The content type of `text`. */
  readonly contentType: string
}

/** Buckets for durations in seconds, from a fraction of a millisecond to a minute. */
export const durationBuckets: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
]

/** Buckets for how many items share a batch. */
export const batchBuckets: readonly number[] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

type MetricType = 'counter' | 'gauge' | 'histogram'

interface Registered {
  readonly type: MetricType
  readonly labelNames: readonly string[]
  /** Gauges are set to what is collected. */
  readonly set?: GaugeMetric['set']
  readonly collects: Collect[]
  readonly samples: () => Sample[]
  readonly help: string
}

/** Makes the registry of one service, with the process's own metrics (CPU, memory, event-loop lag) in it. */
export function createMetrics(service: string): Metrics {
  const processMetrics = new Registry()
  processMetrics.setDefaultLabels({ service })
  collectProcessMetrics(processMetrics)
  const registered = new Map<string, Registered>()
  const counters = new Map<string, CounterMetric>()
  const gauges = new Map<string, GaugeMetric>()
  const histograms = new Map<string, HistogramMetric>()

  function once<Metric>(
    ofType: Map<string, Metric>,
    name: string,
    made: Registered & { readonly metric: Metric },
  ): Metric {
    const before = registered.get(name)
    const known = ofType.get(name)
    if (before === undefined) {
      registered.set(name, made)
      ofType.set(name, made.metric)
      return made.metric
    }
    if (known === undefined || before.labelNames.join() !== made.labelNames.join()) {
      throw new Error(`${name} is already a ${before.type} with the labels ${before.labelNames.join()}`)
    }
    before.collects.push(...made.collects)
    return known
  }

  return {
    counter: (name, help, labelNames = []) =>
      once(counters, name, { type: 'counter', help, labelNames, ...makeCounter(name, labelNames) }),
    gauge: (name, help, labelNames = [], collect) =>
      once(gauges, name, { type: 'gauge', help, labelNames, ...makeGauge(name, labelNames, collect) }),
    histogram: (name, help, labelNames, buckets) =>
      once(histograms, name, { type: 'histogram', help, labelNames, ...makeHistogram(name, labelNames, buckets) }),
    async text() {
      const own = await Promise.all([...registered].map(([name, metric]) => textOf(name, metric, service)))
      return `${[...own, await processMetrics.metrics()].join('\n')}\n`
    },
    contentType: processMetrics.contentType,
  }
}

async function textOf(name: string, metric: Registered, service: string): Promise<string> {
  for (const collect of metric.collects) {
    const reading = await collect()
    const readings = typeof reading === 'number' ? [{ labels: {}, value: reading }] : reading
    for (const { labels, value } of readings) metric.set?.(value, labels)
  }
  const samples = metric.samples().map(sample => ({ ...sample, labels: { ...sample.labels, service } }))
  return exposition(name, metric.type, metric.help, samples)
}
