import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'

// Every look wakes the process: at prom-client's 10 ms, that costs each idle service a percent of a core.
const LOOK_INTERVAL_MS = 100
const NEVER_MS = 2 ** 31 - 1
const NANOS_PER_MS = 1e6
const NANOS_PER_SECOND = 1e9

type Reading = (delays: ELDHistogram) => number

const readings: Readonly<Record<string, Reading>> = {
  min: delays => lateness(delays.min),
  max: delays => lateness(delays.max),
  mean: delays => lateness(delays.mean),
  stddev: delays => delays.stddev,
  p50: delays => lateness(delays.percentile(50)),
  p90: delays => lateness(delays.percentile(90)),
  p99: delays => lateness(delays.percentile(99)),
}

/** Tells of the process in a registry: CPU, memory, garbage collection, and how late the event loop was since the last scrape. */
export function collectProcessMetrics(register: Registry): void {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: NEVER_MS })
  const delays = monitorEventLoopDelay({ resolution: LOOK_INTERVAL_MS })
  delays.enable()
  const collect = () => {
    for (const { gauge, read } of gauges) gauge.set(delays.count === 0 ? 0 : read(delays) / NANOS_PER_SECOND)
    delays.reset()
  }
  // The registry asks in this order, so the first one fills all.
  const gauges = Object.entries(readings).map(([reading, read], index) => {
    const name = `nodejs_eventloop_lag_${reading}_seconds`
    register.removeSingleMetric(name)
    const help = `How late the event loop was since the last scrape: ${reading}.`
    return { read, gauge: new Gauge({ name, help, registers: [register], ...(index === 0 && { collect }) }) }
  })
}

/** What is measured is the time between two looks. */
function lateness(delayNanos: number): number {
  return Math.max(0, delayNanos - LOOK_INTERVAL_MS * NANOS_PER_MS)
}
