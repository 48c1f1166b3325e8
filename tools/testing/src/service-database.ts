import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { workspaceRoot } from '@mtg/embedded'
import { provision } from '@mtg/migrations'
import { Client } from 'pg'
import { createFromTemplate } from './database-template.ts'
import { adminDatabaseUrl } from './servers.ts'

/** A service's own fresh database. */
export interface ServiceDatabase {
  /** URL of the service's role, as its DATABASE_URL. */
  readonly url: string
  /** URL of a role that may do everything in the same database, for looking behind the service's back. */
  readonly adminUrl: string
  drop(): Promise<void>
}

/** Whose database, and where. */
export interface ServiceDatabaseOptions {
  readonly service: string
  /** URL of a database of a server of the test's own, by a role that may do everything; the test run's server otherwise. */
  readonly serverUrl?: string
}

/** Makes a database with the service's schema migrated and granted, as `npm start` does. */
export async function createServiceDatabase(options: ServiceDatabaseOptions): Promise<ServiceDatabase> {
  const { service } = options
  const schema = service === 'oauth-server' ? 'oauth' : service
  const database = `test_${schema}_${randomBytes(6).toString('hex')}`
  const serverUrl = options.serverUrl ?? (await adminDatabaseUrl())
  const isShared = options.serverUrl === undefined
  await onServer(serverUrl, isShared ? createFromTemplate(database) : `CREATE DATABASE ${database}`)
  const adminUrl = withDatabase(serverUrl, database)
  const prisma = join(workspaceRoot(), 'services', service, 'prisma')
  const role = `${database}_role`
  const password = randomBytes(12).toString('hex')
  const migrationsDir = join(prisma, 'migrations')
  const grantsFile = join(prisma, 'grants.sql')
  await provision({ adminUrl, services: [{ name: service, schema, role, password, migrationsDir, grantsFile }] })
  return {
    url: withRole(adminUrl, role, password),
    adminUrl: withSearchPath(adminUrl, schema),
    async drop() {
      await onServer(serverUrl, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
      await onServer(serverUrl, `DROP ROLE IF EXISTS ${role}`)
    },
  }
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, database: string): string {
  const result = new URL(url)
  result.pathname = `/${database}`
  return result.href
}

function withRole(url: string, role: string, password: string): string {
  const result = new URL(url)
  result.username = role
  result.password = password
  return result.href
}

function withSearchPath(url: string, schema: string): string {
  const result = new URL(url)
  result.searchParams.set('options', `-c search_path=${schema}`)
  return result.href
}
