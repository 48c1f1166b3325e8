import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { provision } from '@mtg/migrations'
import { Client } from 'pg'
import type { DataDir } from './data-dir.ts'
import type { ServiceSpec } from './services.ts'
import { StartError } from './start-error.ts'

/** Creates the embedded server's database. */
export async function createDatabase(databaseUrl: string): Promise<void> {
  const maintenance = new URL(databaseUrl)
  const name = maintenance.pathname.slice(1)
  maintenance.pathname = '/postgres'
  const client = new Client({ connectionString: maintenance.href })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

/** Schemas, roles, migrations and grants of the services. */
export async function provideSchemas(
  databaseUrl: string,
  specs: ServiceSpec[],
  root: string,
  dataDir: DataDir,
): Promise<void> {
  const services = specs.flatMap(spec => {
    if (spec.schema === undefined) return []
    const prisma = join(root, 'services', spec.name, 'prisma')
    const role = roleFor(databaseUrl, spec.schema)
    return {
      name: spec.name,
      schema: spec.schema,
      role,
      password: dataDir.rolePassword(role),
      migrationsDir: join(prisma, 'migrations'),
      grantsFile: join(prisma, 'grants.sql'),
    }
  })
  const ready = services.filter(
    service => existsSync(service.migrationsDir) && readdirSync(service.migrationsDir).length > 0,
  )
  await provision({ adminUrl: databaseUrl, services: ready }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`Preparing the database failed: ${reason}`, adviceFor(reason), { cause: error })
  })
}

function adviceFor(reason: string): string {
  if (/ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH/.test(reason)) {
    return 'Check that the server in DATABASE_URL is running and reachable.'
  }
  if (/password authentication|does not exist/.test(reason)) {
    return 'Check user, password and database name in DATABASE_URL.'
  }
  if (/changed after it was applied/.test(reason)) return 'With data you can lose: npm start -- --fresh'
  return 'Fix what the message names, then start again.'
}

/** The role's own way into the database. */
export function serviceDatabaseUrl(databaseUrl: string, schema: string, dataDir: DataDir): string {
  const url = new URL(databaseUrl)
  const role = roleFor(databaseUrl, schema)
  url.username = role
  url.password = dataDir.rolePassword(role)
  return url.href
}

const ROLE_LENGTH_MAX = 63

/** Roles belong to the whole server, so the database's name is part of theirs: databases never share a password. */
function roleFor(databaseUrl: string, schema: string): string {
  const database = decodeURIComponent(new URL(databaseUrl).pathname.slice(1))
  const plain = database.toLowerCase().replace(/[^a-z0-9_]/g, '_')
  const prefix = database === 'mtg' ? 'mtg' : `mtg_${plain}`
  return `${prefix.slice(0, ROLE_LENGTH_MAX - schema.length - 1)}_${schema}`
}
