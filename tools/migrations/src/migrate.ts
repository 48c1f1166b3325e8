import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MigrationDirectory, MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import { hasExactly, type WrittenMigration } from './applied.ts'
import type { Target } from './connection.ts'
import type { EngineOptions } from './engine.ts'

const FILTERS = { externalTables: [], externalEnums: [] }

/** Where to apply which migrations. */
export interface DeployOptions {
  url: string
  /** PostgreSQL schema the migrations act in; it must exist. `public` when left out. */
  schema?: string
  /** A Prisma migrations folder. */
  dir: string
}

/**
 * `prisma migrate deploy` in this process: same lock, same checksums, same `_prisma_migrations` table (in the schema).
 * Answers with the names of the migrations it applied.
 */
export async function deploy(options: DeployOptions): Promise<string[]> {
  const migrationsList = readMigrations(options.dir)
  const target = targetIn(options)
  if (await hasExactly(target, writtenIn(migrationsList))) return []
  return withEngine({ target }, async engine => {
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

/** Loaded when it is needed: it is Prisma's, and large. */
async function withEngine<T>(options: EngineOptions, use: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  return (await import('./engine.ts')).withEngine(options, use)
}

/** A migrations folder as the engine wants it. */
function readMigrations(dir: string): MigrationList {
  if (!existsSync(dir)) throw new Error(`no migrations folder at ${dir}`)
  const lockfile = join(dir, 'migration_lock.toml')
  const names = readdirSync(dir, { withFileTypes: true }).filter(entry => entry.isDirectory())
  return {
    baseDir: dir,
    shadowDbInitScript: '',
    lockfile: { path: 'migration_lock.toml', content: existsSync(lockfile) ? readFileSync(lockfile, 'utf8') : null },
    migrationDirectories: names
      .map(entry => entry.name)
      .sort()
      .map(name => readMigration(dir, name)),
  }
}

function readMigration(dir: string, name: string): MigrationDirectory {
  const value = readFileSync(join(dir, name, 'migration.sql'), 'utf8')
  return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } } }
}

function writtenIn({ migrationDirectories }: MigrationList): WrittenMigration[] {
  return migrationDirectories.map(({ path, migrationFile: { content } }) => {
    return { name: path, sql: content.tag === 'ok' ? content.value : '' }
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

/** Leaves out the engine's own stack trace and says what to do next. */
function refusePlainly(error: unknown): never {
  const text = error instanceof Error ? error.message : String(error)
  const reason = text.split(/\n\s+0: /)[0] ?? text
  const name = /migration_name="([^"]+)"/.exec(text)?.[1]
  if (name !== undefined) throw new Error(`migration ${name} failed: ${reason}`, { cause: error })
  const failedBefore = text.includes('failed migrations')
  const next = '\nOnce its cause is gone: npm run prisma -- migrate resolve --rolled-back NAME (in the service folder).'
  throw new Error(failedBefore ? reason + next : reason, { cause: error })
}

const targetIn = (options: DeployOptions): Target =>
  options.schema === undefined ? { url: options.url } : { url: options.url, schema: options.schema }
