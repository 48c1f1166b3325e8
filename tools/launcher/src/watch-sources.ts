import { globSync, watch } from 'node:fs'
import { join } from 'node:path'

/** An editor that saves several files, or a checkout of another branch, is one change. */
const QUIET_MS = 150
const SOURCE = /\.(ts|lua|proto|json)$/
const NEVER_RUN = /\.(test|fixture)\.ts$/

/**
 * Tells when sources below these folders of the root (`*` stands for any name) change, by the path of the last one, once
 * they have been quiet for a moment. Answers with what ends the watching.
 */
export function watchSources(root: string, folders: readonly string[], onChange: (file: string) => void): () => void {
  let quiet: NodeJS.Timeout | undefined
  let endWatching = watchAll()

  // One watcher for each folder: a recursive one loses, on Linux, a file that an editor has replaced.
  function watchAll(): () => void {
    const watchers = foldersBelow(root, folders).map(folder =>
      watch(join(root, folder), (event, name) => notice(event, join(folder, name ?? ''))),
    )
    return () => watchers.forEach(watcher => watcher.close())
  }

  function notice(event: 'rename' | 'change', file: string): void {
    if (event === 'rename' && !SOURCE.test(file)) {
      endWatching()
      endWatching = watchAll() // A folder may have come, or gone.
    }
    if (!SOURCE.test(file) || NEVER_RUN.test(file)) return
    clearTimeout(quiet)
    quiet = setTimeout(onChange, QUIET_MS, file)
  }

  return () => {
    clearTimeout(quiet)
    endWatching()
  }
}

function foldersBelow(root: string, folders: readonly string[]): string[] {
  return globSync(
    folders.flatMap(folder => [folder, `${folder}/**/`]),
    { cwd: root, exclude: path => path.endsWith('node_modules') },
  )
}
