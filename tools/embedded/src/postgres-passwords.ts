import { type SpawnOptions, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** The role that owns everything. */
export const SUPERUSER = 'postgres'

const ATTEMPTS_MAX = 8
const RETRY_DELAY_MS = 250

/** A data folder of a server that does not run. */
export interface StoppedCluster {
  install: string
  dataDir: string
  user: SpawnOptions
  /** Letters and digits. */
  password: string
}

/**
 * Lets nobody in without a password, over TCP or a socket, and gives the superuser this one. Done while nothing listens, so
 * that data of a release before, which trusted every user of the machine, is never served in between.
 */
export async function requirePasswords(cluster: StoppedCluster): Promise<void> {
  const file = join(cluster.dataDir, 'pg_hba.conf')
  const rules = rulesFor(cluster.password)
  if (readFileSync(file, 'utf8') === rules) return
  await setPassword(cluster)
  writeFileSync(`${file}.new`, rules, { mode: 0o600 })
  if (cluster.user.uid !== undefined) chownSync(`${file}.new`, cluster.user.uid, cluster.user.uid)
  renameSync(`${file}.new`, file)
}

/** The hash tells whether the password has been set already: it is 256 random bits, so nobody guesses it from there. */
const rulesFor = (
  password: string,
) => `# Written at each start. Password ${createHash('sha256').update(password).digest('hex')}
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
host all all ::1/128 scram-sha-256
`

/** After a crash the old server's children may hold its memory for a moment. */
async function setPassword(cluster: StoppedCluster): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const failure = trySetPassword(cluster)
    if (failure === undefined) return
    if (attempt === ATTEMPTS_MAX) throw new Error(`PostgreSQL's password could not be set: ${failure}`)
    await delay(RETRY_DELAY_MS * attempt)
  }
}

/** In single-user mode nothing listens. Statements come by standard input: arguments are seen by every user of the machine. */
function trySetPassword({ install, dataDir, user, password }: StoppedCluster): string | undefined {
  if (!/^[A-Za-z0-9]+$/.test(password)) throw new Error('the password must be letters and digits')
  const args = ['--single', '-D', dataDir, '-c', 'log_min_error_statement=panic', 'postgres']
  const input = `ALTER ROLE ${SUPERUSER} PASSWORD '${password}'\n`
  const { status, stderr, error } = spawnSync(join(install, 'bin/postgres'), args, { ...user, input, encoding: 'utf8' })
  if (error !== undefined) return error.message
  return status === 0 && !/(ERROR|FATAL|PANIC):/.test(stderr) ? undefined : stderr.trim()
}
