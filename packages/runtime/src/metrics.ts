import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Label values by label name; only from closed sets (codes, owners, steps), never from requests. */
export type Labels = Readonly<Record<string, string>>

/** A number that only grows. */
export interface CounterMetric {
  inc(labels?: Labels, by?: number): void
}

/** A number that goes up and down. */
export interface GaugeMetric {
  set(value: number, labels?: Labels): void
}

/** A distribution. */
export interface HistogramMetric {
  observe(value: number, labels?: Labels): void
}

/** A service's Prometheus metrics. Names start with `mtg_` and end with their unit. */
export interface Metrics {
  counter(name: string, help: string, labels?: readonly string[]): CounterMetric
  /** `collect` is asked at each scrape when given. */
  gauge(name: string, help: string, labels?: readonly string[], collect?: () => number | Promise<number>): GaugeMetric
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

/** Makes the registry of one service, with the process's own metrics (CPU, memory, event-loop lag) in it. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    counter(name, help, labelNames = []) {
      const metric = new Counter({ name, help, labelNames: [...labelNames], registers })
      return { inc: (labels = {}, by = 1) => metric.inc({ ...labels }, by) }
    },
    gauge(name, help, labelNames = [], collect) {
      const metric = new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers,
        ...(collect === undefined
          ? {}
          : {
              async collect(this: Gauge) {
                this.set(await collect())
              },
            }),
      })
      return { set: (value, labels = {}) => metric.set({ ...labels }, value) }
    },
    histogram(name, help, labelNames, buckets) {
      const metric = new Histogram({ name, help, labelNames: [...labelNames], buckets: [...buckets], registers })
      return { observe: (value, labels = {}) => metric.observe({ ...labels }, value) }
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
