import { settings } from '@mtg/runtime'
import { z } from 'zod'

const serviceUrl = (service: string) =>
  settings
    .url('postgresql:', 'postgres:')
    .describe(`the DATABASE_URL that ${service} is given: its user and password become ${service}'s role`)

const adminUrl = () =>
  settings
    .url('postgresql:', 'postgres:')
    .describe('postgresql:// URL of the database, with a role that may create schemas and roles')

/** What it takes to say what became of a failed migration. */
export const resolveSettings = z.object({ ADMIN_DATABASE_URL: adminUrl() })

/** Settings of the migrations job. */
export const migrationSettings = z.object({
  ADMIN_DATABASE_URL: adminUrl(),
  AUTH_DATABASE_URL: serviceUrl('auth'),
  BILLING_DATABASE_URL: serviceUrl('billing'),
  METERING_DATABASE_URL: serviceUrl('metering'),
  OAUTH_DATABASE_URL: serviceUrl('oauth-server'),
  CONSOLE_DATABASE_URL: serviceUrl('console'),
  DATABASE_WAIT_MS: settings.int(60_000).describe('how long to wait for a server that is not there yet'),
})

/** What the job is told. */
export type MigrationConfig = Readonly<z.infer<typeof migrationSettings>>
