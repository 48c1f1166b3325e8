import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { workspaceRoot } from '@mtg/embedded'
import { deploy, schemaOf } from '@mtg/migrations'
import { Client } from 'pg'

const VARIABLE = 'TEST_DATABASE_TEMPLATE'

/** A database that holds every service's tables and no rows: tests copy it, which is faster than migrating anew. */
export interface DatabaseTemplate {
  /** For the environment of the tests. */
  readonly env: Record<string, string>
  remove(): Promise<void>
}

/** Migrates one on the server of this URL, whose role may do everything. */
export async function createDatabaseTemplate(adminUrl: string): Promise<DatabaseTemplate> {
  const name = `mtg_test_template_${randomBytes(6).toString('hex')}`
  const remove = () => onServer(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await onServer(adminUrl, `CREATE DATABASE ${name}`)
  try {
    const url = new URL(adminUrl)
    url.pathname = `/${name}`
    for (const [service, schema] of Object.entries(schemaOf)) {
      await onServer(url.href, `CREATE SCHEMA ${schema}`)
      const dir = join(workspaceRoot(), 'services', service, 'prisma/migrations')
      await deploy({ url: url.href, schema, dir })
    }
    // Who is connected to a database, such as autovacuum, keeps it from being copied.
    await onServer(adminUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
    return { env: { [VARIABLE]: name }, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** SQL that makes a database of this name with every service's tables, where the test run has a template of them. */
export function createFromTemplate(name: string): string {
  const template = process.env[VARIABLE]
  return template === undefined ? `CREATE DATABASE ${name}` : `CREATE DATABASE ${name} TEMPLATE ${template}`
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
