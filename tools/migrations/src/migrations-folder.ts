import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MigrationDirectory, MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg'
import type { WrittenMigration } from './applied.ts'
import type { Target } from './connection.ts'

/** Where to apply which migrations. */
export interface DeployOptions {
  url: string
  /** PostgreSQL schema the migrations act in; it must exist. `public` when left out. */
  schema?: string
  /** A Prisma migrations folder. */
  dir: string
}

/** The schema that the migrations act in. */
export function targetIn({ url, schema }: DeployOptions): Target {
  return schema === undefined ? { url } : { url, schema }
}

/** A migrations folder as the engine wants it. */
export function readMigrations(dir: string): MigrationList {
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

/** Its migrations, as they are written. */
export function writtenIn({ migrationDirectories }: MigrationList): WrittenMigration[] {
  return migrationDirectories.map(({ path, migrationFile: { content } }) => {
    return { name: path, sql: content.tag === 'ok' ? content.value : '' }
  })
}
