import { join } from 'node:path'
import { ConfigError, describeSettings, loadConfig } from '@mtg/runtime'
import { provisionOptionsOf } from './job.ts'
import { migrationSettings } from './job-settings.ts'
import { provision } from './provision.ts'
import { waitForServer } from './wait.ts'

const HELP = `Prepares the database: schemas, the services' roles, migrations, grants. Run it before a new release's services;
running it again changes nothing, and two at once take turns.

Settings (environment):
${describeSettings(migrationSettings)}`

const root = join(import.meta.dirname, '../../..')

async function main(): Promise<void> {
  const config = loadConfig(migrationSettings, process.env)
  const options = provisionOptionsOf(config, root)
  await waitForServer(options.adminUrl, config.DATABASE_WAIT_MS)
  for (const [service, names] of Object.entries(await provision(options))) {
    console.log(`${service}: ${names.length === 0 ? 'up to date' : `applied ${names.join(', ')}`}`)
  }
}

if (process.argv.includes('--help')) console.log(HELP)
else {
  await main().catch((error: unknown) => {
    const isOurs = error instanceof ConfigError
    console.error(`migrations: ${error instanceof Error ? error.message : String(error)}`)
    if (isOurs) console.error('migrations: --help lists the settings')
    process.exitCode = 1
  })
}
