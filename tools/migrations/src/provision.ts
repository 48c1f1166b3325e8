import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { databaseOf, quoteName, quoteText, withClient } from './connection.ts'
import { deploy } from './migrate.ts'

const LOCK_KEY = 7_210_904_417
const ROLE_ATTEMPTS_MAX = 10
const ROLE_RETRY_MS = 25
const PLAIN_NAME = /^[a-z_][a-z0-9_]{0,62}$/

/** One service's place in the database: a schema of its own, and a role that may use nothing else. */
export interface ServiceSchema {
  name: string
  schema: string
  /** Login role of the service. Roles belong to the whole server: databases that share one need different names. */
  role: string
  password: string
  /** A Prisma migrations folder whose SQL names no schema. */
  migrationsDir: string
  /** SQL run last, with `:role` replaced by the role's quoted name; a file that does not exist is skipped. */
  grantsFile?: string
}

/** The database to provide for, by a role that may create schemas and roles, and the services. */
export interface ProvisionOptions {
  adminUrl: string
  services: ServiceSchema[]
}

/**
 * Makes the database ready for the services: schemas, login roles, migrations, grants. Running it again changes nothing;
 * two runs at once take turns. Answers with the names of the migrations applied, by service.
 */
export async function provision(options: ProvisionOptions): Promise<Record<string, string[]>> {
  options.services.forEach(refuseOddNames)
  return withClient({ url: options.adminUrl }, async admin => {
    await refuseWeakRole(admin)
    await admin.query('SELECT pg_advisory_lock($1)', [LOCK_KEY])
    const applied: Record<string, string[]> = {}
    for (const service of options.services) {
      applied[service.name] = await provisionService(admin, options.adminUrl, service)
    }
    return applied
  })
}

async function provisionService(admin: Client, adminUrl: string, service: ServiceSchema): Promise<string[]> {
  await admin.query(`CREATE SCHEMA IF NOT EXISTS ${quoteName(service.schema)}`)
  await ensureRole(admin, databaseOf(adminUrl), service)
  const applied = await migrate(adminUrl, service)
  await grantUse(admin, service)
  await runGrantsFile(admin, service)
  return applied
}

async function migrate(url: string, service: ServiceSchema): Promise<string[]> {
  try {
    return await deploy({ url, schema: service.schema, dir: service.migrationsDir })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`migrating ${service.name} (schema ${service.schema}) failed: ${reason}`, { cause: error })
  }
}

/** Roles are shared by all databases of the server, so another provisioning may be changing the same row. */
async function ensureRole(admin: Client, database: string, service: ServiceSchema): Promise<void> {
  const role = quoteName(service.role)
  for (let attempt = 1; ; attempt++) {
    try {
      const known = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [service.role])
      if (known.rowCount === 0) await admin.query(`CREATE ROLE ${role} NOLOGIN`)
      await admin.query(`ALTER ROLE ${role} LOGIN PASSWORD ${quoteText(service.password)}`)
      await admin.query(`GRANT CONNECT ON DATABASE ${quoteName(database)} TO ${role}`)
      await admin.query(
        `ALTER ROLE ${role} IN DATABASE ${quoteName(database)} SET search_path = ${quoteName(service.schema)}`,
      )
      return
    } catch (error) {
      if (attempt === ROLE_ATTEMPTS_MAX || !isRace(error)) throw error
      await delay(ROLE_RETRY_MS * attempt)
    }
  }
}

const UNIQUE_VIOLATION = '23505'
const DUPLICATE_OBJECT = '42710'
const CONCURRENT_UPDATE = 'XX000'

const isRace = (error: unknown) =>
  hasCode(error) && [UNIQUE_VIOLATION, DUPLICATE_OBJECT, CONCURRENT_UPDATE].includes(error.code)

const hasCode = (error: unknown): error is { code: string } =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'

/** What a service may do in its schema: read and write rows, never change tables. Later tables are covered as well. */
async function grantUse(admin: Client, service: ServiceSchema): Promise<void> {
  const schema = quoteName(service.schema)
  const role = quoteName(service.role)
  const future = `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema}`
  await admin.query(`
    BEGIN;
    GRANT USAGE ON SCHEMA ${schema} TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${role};
    ${future} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role};
    ${future} GRANT USAGE, SELECT ON SEQUENCES TO ${role};
    ${future} GRANT EXECUTE ON FUNCTIONS TO ${role};
    REVOKE INSERT, UPDATE, DELETE ON ${schema}."_prisma_migrations" FROM ${role};
    COMMIT`)
}

async function runGrantsFile(admin: Client, service: ServiceSchema): Promise<void> {
  if (service.grantsFile === undefined || !existsSync(service.grantsFile)) return
  const sql = readFileSync(service.grantsFile, 'utf8').replace(/:role\b/g, quoteName(service.role))
  await admin.query(`BEGIN; SET LOCAL search_path = ${quoteName(service.schema)}; ${sql}\n; COMMIT`)
}

function refuseOddNames(service: ServiceSchema): void {
  for (const name of [service.schema, service.role]) {
    if (!PLAIN_NAME.test(name)) throw new Error(`"${name}" is no name for a schema or role (lower case, digits, _)`)
  }
}

async function refuseWeakRole(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ role: string; database: string; may_role: boolean; may_schema: boolean }>(`
    SELECT current_user AS role, current_database() AS database, rolsuper OR rolcreaterole AS may_role,
           has_database_privilege(current_database(), 'CREATE') AS may_schema
      FROM pg_roles WHERE rolname = current_user`)
  const [may] = rows
  if (may === undefined || (may.may_role && may.may_schema)) return
  throw new Error(
    `The database role "${may.role}" may not create ${may.may_role ? 'schemas' : 'roles'}. Use an admin role in DATABASE_URL, or have one run: ALTER ROLE ${quoteName(may.role)} CREATEROLE; GRANT CREATE ON DATABASE ${quoteName(may.database)} TO ${quoteName(may.role)};`,
  )
}
