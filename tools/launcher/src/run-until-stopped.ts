import { resolve } from 'node:path'
import { workspaceRoot } from '@mtg/embedded'
import { type BannerFacts, quoted, renderBanner } from './banner.ts'
import { demoOf } from './demo.ts'
import { parseText } from './marketplace.ts'
import { optionsFromSettings } from './options-from-settings.ts'
import { progress } from './output.ts'
import { operationsOf, type RunningSystem } from './running-system.ts'
import type { LauncherSettings } from './settings.ts'
import { watchSignals } from './signals.ts'
import { StartError } from './start-error.ts'
import { startSystem } from './system.ts'
import type { SystemOptions } from './system-options.ts'

/** What a command adds to the system that the settings describe. */
export interface RunOptions {
  /** Options over those of the settings. */
  system: Pick<SystemOptions, 'cells' | 'fresh' | 'serviceFlags'>
  /** What the banner tells beyond addresses and commands. */
  notes?: readonly string[]
  /** Told the system once it runs; answers with what to end before the system stops. */
  onStarted?: (system: RunningSystem) => () => void
}

/** Runs the whole system until a signal asks to stop it, and stops it in order. */
export async function runUntilStopped(settings: LauncherSettings, run: RunOptions): Promise<void> {
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
  const options = { ...optionsFromSettings(settings, process.env), ...run.system, signal: start.signal }
  const system = await startSystem({ ...options, onProgress: progress })
  killAll = system.killAll
  const endExtras = run.onStarted?.(system)
  console.log(renderBanner({ ...bannerFacts(system, settings, options), notes: run.notes ?? [] }))
  await signals.first
  progress('stopping; press Ctrl-C again to end everything at once')
  endExtras?.()
  await system.stop()
}

function bannerFacts(
  system: RunningSystem,
  settings: LauncherSettings,
  options: SystemOptions,
): Omit<BannerFacts, 'notes'> {
  const { marketplace } = system
  const demo = marketplace && demoOf(parseText(marketplace), options.samples !== undefined)
  const isDefaultDir = settings.DATA_DIR === resolve(workspaceRoot(), '.data')
  return {
    baseUrl: system.baseUrl,
    console: system.console,
    grpc: system.grpc,
    operations: operationsOf(system.replicas),
    dataDir: settings.DATA_DIR,
    cli: isDefaultDir ? 'npm run mtg --' : `DATA_DIR=${quoted(settings.DATA_DIR)} npm run mtg --`,
    generatedKeys: system.applied?.generatedKeys ?? [],
    keptBack: system.applied?.keptBack ?? [],
    ...(demo && { demo }),
  }
}
