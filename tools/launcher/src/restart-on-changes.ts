import { workspaceRoot } from '@mtg/embedded'
import { progress } from './output.ts'
import type { RunningSystem } from './running-system.ts'
import type { ServiceName } from './services.ts'
import { watchSources } from './watch-sources.ts'

/** Folders whose files a service runs from, by their paths from the root. */
export const sourcesOf = (service: ServiceName) => [`services/${service}/src`, 'packages/*/src', 'proto']

/**
 * Starts a service again whenever one of its sources changes; a change during a restart makes that one give way to a new one.
 * Answers with what ends the watching.
 */
export function restartOnChanges(system: RunningSystem, service: ServiceName): () => void {
  let current = new AbortController()
  const stopWatching = watchSources(workspaceRoot(), sourcesOf(service), file => {
    current.abort()
    current = new AbortController()
    void restart(system, service, file, current.signal)
  })
  return () => {
    stopWatching()
    current.abort()
  }
}

async function restart(
  system: RunningSystem,
  service: ServiceName,
  file: string,
  overtaken: AbortSignal,
): Promise<void> {
  progress(`${file} changed: starting ${service} again`)
  try {
    await system.restart(service, overtaken)
    console.error(`mtg: ${service} is ready (process ${system.pids()[service]})`)
  } catch (error) {
    if (overtaken.aborted) return
    // It is tried again at the next change, as a file with a mistake in it usually is corrected.
    console.error(`mtg: ${error instanceof Error ? error.message : String(error)}`)
  }
}
