import { join } from 'node:path'
import { keysOf } from '@mtg/primitives'
import { ConfigError } from '@mtg/runtime'
import { databaseOf } from './connection.ts'
import type { MigrationConfig, ResolveConfig } from './job-settings.ts'
import type { ProvisionOptions, ServiceSchema } from './provision.ts'

const URL_OF = {
  auth: 'AUTH_DATABASE_URL',
  billing: 'BILLING_DATABASE_URL',
  metering: 'METERING_DATABASE_URL',
  'oauth-server': 'OAUTH_DATABASE_URL',
  console: 'CONSOLE_DATABASE_URL',
} as const

/** A service that owns a schema. */
export type SchemaOwner = keyof typeof URL_OF

/** The PostgreSQL schema of each service that owns one. */
export const schemaOf: Readonly<Record<SchemaOwner, string>> = {
  auth: 'auth',
  billing: 'billing',
  metering: 'metering',
  'oauth-server': 'oauth',
  console: 'console',
}

/**
 * What the job's settings ask for: a place for each service whose URL is given. `root` holds the folder `services`.
 * Throws a ConfigError that lists every fault.
 */
export function provisionOptionsOf(config: Partial<MigrationConfig> & ResolveConfig, root: string): ProvisionOptions {
  const faults: string[] = []
  const services = keysOf(URL_OF).flatMap((name): ServiceSchema[] => {
    const setting = URL_OF[name]
    const url = config[setting]
    if (url === undefined) return []
    const { username, password } = new URL(url)
    if (username === '' || password === '') faults.push(`${setting}: names no user or no password`)
    // The host may be another one: services often reach the database through a pooler.
    if (databaseOf(url) !== databaseOf(config.ADMIN_DATABASE_URL)) {
      faults.push(`${setting}: is not the database of ADMIN_DATABASE_URL`)
    }
    const prisma = join(root, 'services', name, 'prisma')
    return [
      {
        name,
        schema: schemaOf[name],
        role: decodeURIComponent(username),
        password: decodeURIComponent(password),
        migrationsDir: join(prisma, 'migrations'),
        grantsFile: join(prisma, 'grants.sql'),
      },
    ]
  })
  if (new Set(services.map(service => service.role)).size < services.length) {
    faults.push('two services have the same role: each needs one of its own')
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return { adminUrl: config.ADMIN_DATABASE_URL, services }
}
