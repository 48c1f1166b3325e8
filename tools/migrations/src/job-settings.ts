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

/** Settings of a run for the database of a further cell of billing, which holds billing's schema alone. */
export const cellSettings = migrationSettings.pick({
  ADMIN_DATABASE_URL: true,
  BILLING_DATABASE_URL: true,
  DATABASE_WAIT_MS: true,
})

/** What such a run is told at least. */
export type CellConfig = Readonly<z.infer<typeof cellSettings>>

/** The database, with a role that may do everything in it. */
export type ResolveConfig = Readonly<z.infer<typeof resolveSettings>>

/** What the job is told. */
export type MigrationConfig = Readonly<z.infer<typeof migrationSettings>>
