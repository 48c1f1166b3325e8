import { readUnfinished } from './applied.ts'
import { withEngine } from './lazy-engine.ts'
import { type DeployOptions, readMigrations, targetIn } from './migrations-folder.ts'

/** What became of a migration that failed, as somebody has seen: all of it is there, or nothing of it is. */
type Resolution = 'applied' | 'rolled-back'

/**
 * Notes what became of a failed migration: one that is `applied` is not run any more, one that is `rolled-back` runs again the
 * next time.
 */
export async function resolveMigration(options: DeployOptions, name: string, resolution: Resolution): Promise<void> {
  const target = targetIn(options)
  const failed = (await readUnfinished(target)).map(each => each.name)
  if (!failed.includes(name)) {
    const known = failed.length === 0 ? 'none has' : `${failed.join(', ')} has`
    throw new Error(`migration ${name} has not failed (${known}): there is nothing to resolve`)
  }
  const migrationsList = readMigrations(options.dir)
  await withEngine({ target }, async engine => {
    if (resolution === 'applied') await engine.markMigrationApplied({ migrationName: name, migrationsList })
    else await engine.markMigrationRolledBack({ migrationName: name })
  })
}
