import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { drift } from '../tools/migrations/src/index.ts'
import { findCrossings } from './boundaries.ts'
import { longCommitSubjects } from './commit-subjects.ts'
import { differingFiles, generateRpcTypes, root, rpcTypesDir } from './rpc-types.mjs'

/** Why a check failed, as text for people; undefined when it passed. */
type Failure = string | undefined

/** Something about the sources that must hold. */
export interface Check {
  name: string
  run(context: CheckContext): Promise<Failure>
}

export interface CheckContext {
  /** A PostgreSQL server on which scratch databases may be made. */
  adminDatabaseUrl: string
}

/** Every check, in the order they run. */
export const checks: Check[] = [
  { name: 'format (biome)', run: () => tool('biome', ['ci', '--colors=off']) },
  { name: 'types (tsc)', run: () => tool('tsc', ['-p', '.']) },
  { name: "types of the console's web app (tsc)", run: () => tool('tsc', ['-p', 'services/console/web']) },
  { name: 'lint (oxlint, type-aware)', run: () => tool('oxlint', ['--type-aware', '--deny-warnings']) },
  { name: 'import boundaries', run: async () => listed(findCrossings(root)) },
  { name: 'nothing unused (knip)', run: () => tool('knip', ['--no-progress', '--no-config-hints']) },
  { name: 'contracts (buf lint)', run: () => tool('buf', ['lint', 'proto']) },
  { name: 'contracts break no release (buf breaking)', run: () => brokenContracts() },
  { name: 'generated gRPC types are up to date', run: async () => staleRpcTypes() },
  { name: 'subjects of commits are short', run: async () => listed(longCommitSubjects(root)) },
  { name: 'Prisma migrations lead to schema.prisma', run: context => migrationDrift(context) },
]

function tool(command: string, args: string[]): Promise<Failure> {
  return new Promise(resolve => {
    const child = spawn(join(root, 'node_modules/.bin', command), args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (data: Buffer) => (output += data.toString()))
    child.stderr.on('data', (data: Buffer) => (output += data.toString()))
    child.on('error', error => resolve(error.message))
    child.on('close', code => resolve(code === 0 ? undefined : output.trim() || `${command} ended with ${code}`))
  })
}

/** Against the newest release, whose contracts are committed as an image: a clone need not have its tag. */
function brokenContracts(): Promise<Failure> {
  const images = globSync('proto/released/v*.binpb', { cwd: root })
  const newest = images.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)
  if (newest === undefined) return Promise.resolve('proto/released holds no release')
  return tool('buf', ['breaking', 'proto', '--against', newest])
}

function listed(problems: string[]): Failure {
  return problems.length === 0 ? undefined : problems.join('\n')
}

function staleRpcTypes(): Failure {
  const fresh = mkdtempSync(join(tmpdir(), 'mtg-rpc-types-'))
  try {
    generateRpcTypes(fresh)
    const stale = differingFiles(fresh, rpcTypesDir)
    return stale.length === 0 ? undefined : `${stale.join('\n')}\nRun "npm run generate" and commit the result.`
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

async function migrationDrift(context: CheckContext): Promise<Failure> {
  const problems: string[] = []
  for (const schema of globSync('services/*/prisma/schema.prisma', { cwd: root })) {
    const lacking = await driftOf(join(root, schema), context.adminDatabaseUrl)
    if (lacking !== null) problems.push(`${schema}: ${lacking}`)
  }
  return listed(problems)
}

async function driftOf(schemaFile: string, url: string): Promise<string | null> {
  const dir = join(dirname(schemaFile), 'migrations')
  if (!existsSync(dir)) return readFileSync(schemaFile, 'utf8').includes('model ') ? 'it has no migrations' : null
  try {
    const sql = await drift({ url, dir, schemaFile })
    return sql === null ? null : `its migrations lack\n${sql}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
