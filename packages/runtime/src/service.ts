import { setTimeout as delay } from 'node:timers/promises'
import {
  createLogger,
  createMetrics,
  type Logger,
  type LogOutput,
  type Metrics,
  openLogOutput,
  startTelemetry,
  type Telemetry,
} from '@mtg/observability'
import { type Clock, endsWithin, systemClock } from '@mtg/primitives'
import { z } from 'zod'
import { ConfigError, commonSettings, describeSettings, loadConfig, type SettingsSchema } from './config.ts'
import { createOps, type Ops } from './ops.ts'
import { version } from './version.ts'

/** Anything that must be closed. */
export interface Closable {
  close(): Promise<void>
}

/** What a service gets to start with. */
export interface ServiceContext<Config> {
  readonly config: Config
  readonly log: Logger
  readonly clock: Clock
  readonly metrics: Metrics
  readonly ops: Ops
  readonly telemetry: Telemetry
}

/** A service: a name, its settings, and how to start it. */
export interface ServiceDefinition<Schema extends SettingsSchema> {
  readonly name: string
  /** Must contain `commonSettings`. */
  readonly settings: Schema
  /** Starts everything and answers with what stops it: no new work, finish what has begun, let go. */
  readonly start: (context: ServiceContext<Readonly<z.infer<Schema>>>) => Promise<Closable>
}

const LOG_CLOSE_TIMEOUT_MS = 500

const commonSchema = z.object(commonSettings)

/**
 * The whole main file of a service. Reads settings (`--help` lists them), starts, drains on SIGTERM or SIGINT (and
 * when the launcher goes away), and exits: 0 after a drain, 1 when it cannot start or on a bug. A drain begins with
 * readiness: it is false for `DRAIN_DELAY_MS` before anything else changes.
 */
export async function runService<Schema extends SettingsSchema>(definition: ServiceDefinition<Schema>): Promise<void> {
  if (process.argv.includes('--help')) {
    console.log(
      `${definition.name}: a service of the Metered Tool Gateway.\n\nSettings (environment):\n${describeSettings(definition.settings)}`,
    )
    return
  }
  const config = readOrExit(definition.name, definition.settings)
  const common = readOrExit(definition.name, commonSchema)
  const output = openLogOutput()
  const log = createLogger({
    service: definition.name,
    version,
    level: common.LOG_LEVEL,
    destination: output.destination,
  })
  exitOnBug(log, output)

  const clock = systemClock
  const metrics = createMetrics(definition.name)
  metrics.gauge('mtg_build_info', 'The release that runs; always 1.', ['version']).set(1, { version })
  const ops = createOps({ log, clock, metrics })
  const telemetry = await startTelemetry({
    service: definition.name,
    version,
    endpoint: common.OTEL_EXPORTER_OTLP_ENDPOINT,
    sampler: common.OTEL_TRACES_SAMPLER,
    sampleRatio: common.OTEL_TRACES_SAMPLER_ARG,
    tracesPerSecondMax: common.TRACES_PER_SECOND_MAX,
    exportDelayMs: common.OTEL_BSP_SCHEDULE_DELAY,
    log,
  })
  if (common.OPS_LISTEN !== undefined) await ops.listen(common.OPS_LISTEN)
  const running = await definition.start({ config, log, clock, metrics, ops, telemetry })
  const stop = untilAskedToStop(common.SUPERVISED === '1')
  ops.setStarted()
  log.info({ pid: process.pid }, 'started')

  await stop
  log.info({}, 'draining')
  ops.setDraining()
  if (common.DRAIN_DELAY_MS > 0) await delay(common.DRAIN_DELAY_MS)
  const closeAll = async () => {
    await running.close()
    await telemetry.close()
    await ops.close()
  }
  const drained = await endsWithin(closeAll(), common.DRAIN_TIMEOUT_MS)
  if (!drained) log.warn({ drainTimeoutMs: common.DRAIN_TIMEOUT_MS }, 'did not drain in time')
  log.info({}, 'stopped')
  await exit(0, output)
}

function readOrExit<Schema extends SettingsSchema>(service: string, schema: Schema): Readonly<z.infer<Schema>> {
  try {
    return loadConfig(schema, process.env)
  } catch (thrown) {
    if (!(thrown instanceof ConfigError)) throw thrown
    console.error(`${service}: ${thrown.message}`)
    return process.exit(1)
  }
}

/** A bug must not leave a half-working process behind: the supervisor starts a clean one. */
function exitOnBug(log: Logger, output: LogOutput): void {
  const exitWith = (err: unknown) => {
    log.fatal({ err }, 'unexpected failure: exiting')
    void exit(1, output)
  }
  process.on('uncaughtException', exitWith)
  process.on('unhandledRejection', exitWith)
}

/** Exits when the log is written, unless nobody reads it. */
async function exit(code: number, output: LogOutput): Promise<void> {
  await endsWithin(output.close(), LOG_CLOSE_TIMEOUT_MS)
  process.exit(code)
}

function untilAskedToStop(supervised: boolean): Promise<void> {
  return new Promise(resolve => {
    process.on('SIGTERM', () => resolve())
    process.on('SIGINT', () => resolve())
    if (!supervised) return
    process.stdin.resume()
    process.stdin.once('end', resolve)
    process.stdin.once('error', () => resolve())
  })
}
