import { readFileSync } from 'node:fs'
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import { hasExactly } from './applied.ts'
import { findFailed } from './failed.ts'
import { withEngine } from './lazy-engine.ts'
import { type DeployOptions, readMigrations, targetIn, writtenIn } from './migrations-folder.ts'

const FILTERS = { externalTables: [], externalEnums: [] }

/**
 * `prisma migrate deploy` in this process: same lock, same checksums, same `_prisma_migrations` table (in the schema).
 * One that failed, and that PostgreSQL has undone, runs again. Answers with the names of the migrations it applied.
 */
export async function deploy(options: DeployOptions): Promise<string[]> {
  const migrationsList = readMigrations(options.dir)
  const target = targetIn(options)
  const written = writtenIn(migrationsList)
  if (await hasExactly(target, written)) return []
  const { undone, unclear } = await findFailed(target, written)
  if (unclear.length > 0) throw unclearFailure(unclear)
  return withEngine({ target }, async engine => {
    for (const migrationName of undone) await engine.markMigrationRolledBack({ migrationName })
    await refuseEdited(engine, migrationsList)
    const done = await engine.applyMigrations({ migrationsList, filters: FILTERS }).catch(refusePlainly)
    return done.appliedMigrationNames
  })
}

/** Which migrations folder and schema.prisma to compare, and a server on which a scratch database may be made. */
export interface DriftOptions {
  url: string
  dir: string
  schemaFile: string
}

/** The SQL that the migrations folder still lacks to reach schema.prisma; null when they agree. */
export async function drift(options: DriftOptions): Promise<string | null> {
  const files = [{ path: options.schemaFile, content: readFileSync(options.schemaFile, 'utf8') }]
  const datamodels = files.map(({ path, content }): [string, string] => [path, content])
  const migrations = readMigrations(options.dir)
  return withEngine({ target: { url: options.url }, datamodels }, async engine => {
    const difference = await engine.diff({
      from: { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: FILTERS,
    })
    return difference.exitCode === 0 ? null : difference.stdout
  })
}

/** An applied migration that was edited would leave old and new databases different for good. */
async function refuseEdited(engine: SchemaEngine, migrationsList: MigrationList): Promise<void> {
  const options = { migrationsList, optInToShadowDatabase: false, filters: FILTERS }
  const { editedMigrationNames } = await engine.diagnoseMigrationHistory(options)
  if (editedMigrationNames.length === 0) return
  const names = editedMigrationNames.join(', ')
  throw new Error(
    `${names} in ${migrationsList.baseDir} changed after it was applied to this database. Restore it and add a new migration instead, or start with an empty database.`,
  )
}

/** Whoever looks at what it has left behind can tell whether it may run again. */
function unclearFailure(names: readonly string[]): Error {
  const [name = ''] = names
  return new Error(
    `migration ${names.join(', ')} failed before, and may have left something behind. Look at what is there of it; then either undo that and say: node tools/migrations/src/main.ts resolve SERVICE ${name} --rolled-back, or complete it and say: … --applied`,
  )
}

/** Leaves out the engine's own stack trace. */
function refusePlainly(error: unknown): never {
  const text = error instanceof Error ? error.message : String(error)
  const reason = text.split(/\n\s+0: /)[0] ?? text
  const name = /migration_name="([^"]+)"/.exec(text)?.[1]
  throw new Error(name === undefined ? reason : `migration ${name} failed: ${reason}`, { cause: error })
}
