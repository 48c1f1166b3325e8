import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { keysOf } from '@mtg/primitives'
import { ConfigError, describeSettings, loadConfig } from '@mtg/runtime'
import { provisionOptionsOf, schemaOf } from './job.ts'
import { type CellConfig, cellSettings, migrationSettings, resolveSettings } from './job-settings.ts'
import { provision } from './provision.ts'
import { resolveMigration } from './resolve.ts'
import { waitForServer } from './wait.ts'

const HELP = `Prepares the database: schemas, the services' roles, migrations, grants. Run it before a new release's services;
running it again changes nothing, and two at once take turns. A migration that failed and that PostgreSQL has undone runs again.

  main.ts                                              all of that
  main.ts cell                                         the database of a further cell of billing: billing's schema alone
                                                       (needs ADMIN_DATABASE_URL and BILLING_DATABASE_URL)
  main.ts resolve SERVICE MIGRATION --rolled-back      nothing is left of a failed migration: the next run repeats it
  main.ts resolve SERVICE MIGRATION --applied          all of it is there: no run repeats it (needs ADMIN_DATABASE_URL alone)

Settings (environment):
${describeSettings(migrationSettings)}`

const root = join(import.meta.dirname, '../../..')

async function main(): Promise<void> {
  const options = {
    help: { type: 'boolean' },
    applied: { type: 'boolean' },
    'rolled-back': { type: 'boolean' },
  } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [command, ...words] = positionals
  if (values.help === true) console.log(HELP)
  else if (command === undefined) await prepare(loadConfig(migrationSettings, process.env))
  else if (command === 'cell') await prepare(loadConfig(cellSettings, process.env))
  else if (command === 'resolve') await resolve(words, values)
  else throw new ConfigError([`"${command}" is no command: --help lists them`])
}

async function prepare(config: CellConfig): Promise<void> {
  const options = provisionOptionsOf(config, root)
  await waitForServer(options.adminUrl, config.DATABASE_WAIT_MS)
  for (const [service, names] of Object.entries(await provision(options))) {
    console.log(`${service}: ${names.length === 0 ? 'up to date' : `applied ${names.join(', ')}`}`)
  }
}

async function resolve(
  words: readonly string[],
  {
    applied = false,
    'rolled-back': rolledBack = false,
  }: { readonly applied?: boolean; readonly 'rolled-back'?: boolean },
): Promise<void> {
  const [name, migration, ...rest] = words
  const service = keysOf(schemaOf).find(known => known === name)
  if (service === undefined || migration === undefined || rest.length > 0 || applied === rolledBack) {
    throw new ConfigError([
      `usage: resolve SERVICE MIGRATION --rolled-back|--applied; services are ${keysOf(schemaOf).join(', ')}`,
    ])
  }
  const { ADMIN_DATABASE_URL: url } = loadConfig(resolveSettings, process.env)
  const dir = join(root, 'services', service, 'prisma', 'migrations')
  await resolveMigration({ url, schema: schemaOf[service], dir }, migration, applied ? 'applied' : 'rolled-back')
  console.log(`${service}: ${migration} is ${applied ? 'taken as applied' : 'rolled back: the next run repeats it'}`)
}

await main().catch((error: unknown) => {
  console.error(`migrations: ${error instanceof Error ? error.message : String(error)}`)
  if (error instanceof ConfigError) console.error('migrations: --help lists the settings')
  process.exitCode = 1
})
