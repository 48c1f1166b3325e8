import { resolve } from 'node:path'
import { workspaceRoot } from '@mtg/embedded'
import { helpText, readArguments, UsageError } from './arguments.ts'
import { type BannerFacts, quoted, renderBanner } from './banner.ts'
import { isHeld } from './data-dir.ts'
import { demoOf } from './demo.ts'
import type { WantedAddresses } from './endpoints.ts'
import { parseText, readMarketplaceFile } from './marketplace.ts'
import { isExposed } from './public-samples.ts'
import {
  DEFAULT_MARKETPLACE_FILE,
  type LauncherSettings,
  launcherSettings,
  readSettings,
  SettingsError,
} from './settings.ts'
import { StartError } from './start-error.ts'
import { readState } from './state-file.ts'
import { type RunningSystem, type SystemOptions, startSystem } from './system.ts'

const EXIT_USAGE = 2
/** npm, its shell and scripts/run.mjs each pass a Ctrl-C on: copies of one are not a second one. */
const SAME_SIGNAL_MS = 700
const PARENT_POLL_MS = 1_000

// A closed terminal must not keep what runs from being stopped in order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

process.exitCode = await main()

async function main(): Promise<number> {
  try {
    const wanted = readArguments(process.argv.slice(2))
    if (wanted.help) return print(helpText())
    const settings = readSettings(process.env, process.cwd())
    return wanted.state ? printState(settings.DATA_DIR) : await runUntilStopped(settings, wanted.fresh)
  } catch (error) {
    return explain(error)
  }
}

function print(text: string): number {
  console.log(text)
  return 0
}

function progress(line: string): void {
  process.stderr.write(`mtg: ${line} ...\n`)
}

function printState(dataDir: string): number {
  const state = isHeld(dataDir) ? readState(dataDir) : undefined
  if (state !== undefined) return print(JSON.stringify(state, null, 2))
  throw new StartError(`No instance is running on ${dataDir}, or it is still starting.`, 'Start one with: npm start')
}

async function runUntilStopped(settings: LauncherSettings, fresh: boolean): Promise<number> {
  const signals = watchSignals()
  const start = new AbortController()
  void signals.first.then(() =>
    start.abort(new StartError('The start was interrupted.', 'Start again with: npm start')),
  )
  let killAll = () => {}
  void signals.second.then(() => {
    killAll()
    process.exit(1) // What still runs sees this process go, and ends.
  })
  const options = { ...optionsOf(settings, fresh), signal: start.signal }
  const system = await startSystem(options)
  killAll = system.killAll
  console.log(renderBanner(bannerFacts(system, settings, options)))
  await signals.first
  progress('stopping; press Ctrl-C again to end everything at once')
  await system.stop()
  return 0
}

/** Resolves `first` at the first signal, and `second` at one that is not a copy of it. */
function watchSignals(): { first: Promise<void>; second: Promise<void> } {
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  let firstAt: number | undefined
  const onSignal = (): void => {
    firstAt ??= performance.now()
    first.resolve()
    if (performance.now() - firstAt > SAME_SIGNAL_MS) second.resolve()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  stopWithParent(onSignal)
  return { first: first.promise, second: second.promise }
}

/** Under npm, the end of the starting command without a signal (kill -9) is a wish to stop as well. */
function stopWithParent(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, PARENT_POLL_MS)
  watch.unref()
}

function optionsOf(settings: LauncherSettings, fresh: boolean): SystemOptions {
  const withSamples = settings.MARKETPLACE_FILE === resolve(workspaceRoot(), DEFAULT_MARKETPLACE_FILE)
  const ports = { 'mcp-publisher': settings.SAMPLE_MCP_PORT, 'llm-publisher': settings.SAMPLE_LLM_PORT }
  const file = settings.MARKETPLACE_FILE === 'none' ? undefined : readMarketplaceFile(settings.MARKETPLACE_FILE)
  return {
    dataDir: settings.DATA_DIR,
    env: withoutLauncherSettings(process.env),
    fresh,
    servers: {
      databaseUrl: settings.DATABASE_URL,
      databaseReadUrl: settings.DATABASE_READ_URL,
      redisUrl: settings.REDIS_URL,
      natsUrl: settings.NATS_URL,
    },
    addresses: addressesIn(settings),
    ...(settings.BASE_URL !== undefined && { baseUrl: settings.BASE_URL.replace(/\/$/, '') }),
    ...(file !== undefined && { marketplace: file }),
    exposed: isExposed(settings.GATEWAY_HOST, settings.BASE_URL),
    ...(withSamples && { samples: ports }),
    onProgress: progress,
  }
}

/** What services inherit: not the launcher's own settings, such as the database's admin role. */
function withoutLauncherSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !(name in launcherSettings.shape)))
}

function addressesIn(settings: LauncherSettings): WantedAddresses {
  const host = settings.GATEWAY_HOST.includes(':') ? `[${settings.GATEWAY_HOST}]` : settings.GATEWAY_HOST
  const { AUTH_GRPC, BILLING_GRPC, METERING_GRPC } = settings
  return {
    'edge-proxy:http': { address: `${host}:${settings.GATEWAY_PORT}`, setting: 'GATEWAY_PORT' },
    ...(AUTH_GRPC && { 'auth:grpc': { address: AUTH_GRPC, setting: 'AUTH_GRPC' } }),
    ...(BILLING_GRPC && { 'billing:grpc': { address: BILLING_GRPC, setting: 'BILLING_GRPC' } }),
    ...(METERING_GRPC && { 'metering:grpc': { address: METERING_GRPC, setting: 'METERING_GRPC' } }),
  }
}

function bannerFacts(system: RunningSystem, settings: LauncherSettings, options: SystemOptions): BannerFacts {
  const { marketplace } = system
  const demo = marketplace && demoOf(parseText(marketplace), options.samples !== undefined)
  const isDefaultDir = settings.DATA_DIR === resolve(workspaceRoot(), '.data')
  return {
    baseUrl: system.baseUrl,
    grpc: system.grpc,
    dataDir: settings.DATA_DIR,
    cli: isDefaultDir ? 'npm run mtg --' : `DATA_DIR=${quoted(settings.DATA_DIR)} npm run mtg --`,
    generatedKeys: system.applied?.generatedKeys ?? [],
    keptBack: system.applied?.keptBack ?? [],
    ...(demo && { demo }),
  }
}

function explain(error: unknown): number {
  const reason = error instanceof Error ? error.message : String(error)
  console.error(`\nmtg: ${reason}`)
  if (error instanceof StartError) console.error(`mtg: ${error.advice}`)
  else if (error instanceof SettingsError || error instanceof UsageError) console.error('mtg: see npm start -- --help')
  else console.error(error instanceof Error ? error.stack : '')
  return error instanceof SettingsError || error instanceof UsageError ? EXIT_USAGE : 1
}
