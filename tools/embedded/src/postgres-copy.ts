import type { SpawnOptions } from 'node:child_process'
import { chownSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

/** Keeps at the primary what its copy has not read yet. */
export const REPLICATION_SLOT = 'mtg_replica'

/** Belongs to the running primary, not to its data (PostgreSQL manual, "Making a Base Backup Using the Low Level API"). */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|(pg_wal|pg_replslot|pg_stat_tmp|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_subtrans)\/.+)$/

/** Copies a running primary's data into an empty folder, as the base of a replica. */
export async function copyPrimary(primaryUrl: string, dataDir: string, user: SpawnOptions): Promise<void> {
  if (existsSync(join(dataDir, 'standby.signal'))) return
  rmSync(dataDir, { recursive: true, force: true })
  const client = new Client({ connectionString: `${primaryUrl}/postgres` })
  await client.connect()
  try {
    await ensureSlot(client)
    await copyData(client, dataDir, user)
    writeOwned(join(dataDir, 'standby.signal'), '', user)
  } finally {
    await client.end()
  }
}

/**
 * Copies a running server's data, with as much of its log as makes a whole of it, into a folder that is not there yet. A server that
 * is started on it has all that was committed before the copy began, and what else it came by.
 */
export async function backUpData(url: string, dataDir: string, user: SpawnOptions): Promise<void> {
  const client = new Client({ connectionString: url })
  // A server that goes away meanwhile shows in the next question.
  client.on('error', () => {})
  await client.connect()
  try {
    // Keeps the log for as long as this connection lasts.
    await client.query("SELECT pg_create_physical_replication_slot('mtg_backup', true, true)")
    const source = await copyData(client, dataDir, user)
    copyTree({ source, target: dataDir, user }, 'pg_wal')
  } finally {
    await client.end()
  }
}

/** Answers with where the data was. */
async function copyData(client: Client, dataDir: string, user: SpawnOptions): Promise<string> {
  const source = await scalar(client, 'SHOW data_directory')
  await client.query("SELECT pg_backup_start('copy', fast => true)")
  copyTree({ source, target: dataDir, user, leftOut: LEFT_OUT }, '')
  const label = await scalar(client, 'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)')
  writeOwned(join(dataDir, 'backup_label'), label, user)
  return source
}

async function ensureSlot(client: Client): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_replication_slots WHERE slot_name = $1', [REPLICATION_SLOT])
  // From now on, not from its first use: what is written while copying is needed.
  if (rowCount === 0) await client.query('SELECT pg_create_physical_replication_slot($1, true)', [REPLICATION_SLOT])
}

async function scalar(client: Client, sql: string): Promise<string> {
  const { rows } = await client.query<Record<string, string>>(sql)
  return Object.values(rows[0] ?? {})[0] ?? ''
}

interface Copying {
  readonly source: string
  readonly target: string
  readonly user: SpawnOptions
  readonly leftOut?: RegExp
}

function copyTree(copying: Copying, path: string): void {
  const { source, target, user, leftOut } = copying
  makeOwnedDir(join(target, path), user)
  for (const entry of readdirSync(join(source, path), { withFileTypes: true })) {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`
    if (leftOut?.test(inner) === true) continue
    if (entry.isDirectory()) copyTree(copying, inner)
    else copyOwned(join(source, inner), join(target, inner), user)
  }
}

/** Files come and go while the primary runs; what matters is in its log, which the replica reads from the start of the copy. */
function copyOwned(from: string, to: string, user: SpawnOptions): void {
  try {
    copyFileSync(from, to)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    throw error
  }
  giveTo(to, user)
}

function makeOwnedDir(dir: string, user: SpawnOptions): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  giveTo(dir, user)
}

function writeOwned(file: string, text: string, user: SpawnOptions): void {
  writeFileSync(file, text, { mode: 0o600 })
  giveTo(file, user)
}

function giveTo(path: string, { uid }: SpawnOptions): void {
  if (uid !== undefined) chownSync(path, uid, uid)
}
