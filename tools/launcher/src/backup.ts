import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { backUpPostgres, isOpenToPostgres } from '@mtg/embedded'
import { StartError } from './start-error.ts'

/** Belongs to the running instance, or is made anew: rate windows begin again, and billing stores usage records that are missing. */
const LEFT_OUT = new Set(['lock', 'logs', 'nats', 'postgres', 'redis', 'state.json'])
const FURTHER_CELL = /^postgres-cell-/

/**
 * Copies the instance on a folder, which runs and goes on, to a folder that is not there yet: its database as of one moment, and its
 * secrets. `npm start` takes the copy up like any other folder.
 */
export async function backUp(dataDir: string, postgresUrl: string, folder: string): Promise<void> {
  const names = readdirSync(dataDir)
  if (!names.includes('postgres')) {
    throw new StartError(`${dataDir} has no PostgreSQL of its own.`, 'Dump the database that DATABASE_URL names.')
  }
  if (names.some(name => FURTHER_CELL.test(name))) {
    throw new StartError(
      'Cells are copied at the same moment only while they stand still.',
      `Stop it and copy ${dataDir}.`,
    )
  }
  const target = resolve(folder)
  if (existsSync(target)) throw new StartError(`${target} is there already.`, 'Name a folder that is not.')
  mkdirSync(dirname(target), { recursive: true })
  if (!isOpenToPostgres(dirname(target))) {
    throw new StartError(
      `${dirname(target)} cannot be entered by the user "nobody", whom PostgreSQL runs as under root.`,
      'Name another folder, such as one in /var/backups.',
    )
  }
  // Whatever happens on the way, a folder of this name is whole.
  const draft = `${target}.partial`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  for (const name of names) if (!LEFT_OUT.has(name)) copyPrivately(join(dataDir, name), join(draft, name))
  await backUpPostgres(postgresUrl, join(draft, 'postgres'))
  renameSync(draft, target)
}

function copyPrivately(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true })
  chmodSync(to, statSync(from).mode)
}
