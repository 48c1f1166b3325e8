// Prints an .env for compose.yaml with new passwords, keys and identities. Run by the image's own Node (README.md).
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'

const password = () => randomBytes(24).toString('hex')
const key = () => randomBytes(32).toString('base64')
const main = process.env.MTG_MAIN ?? '/app/tools/cli/src/main.ts'
const identities = JSON.parse(execFileSync(process.execPath, [main, 'identities', '--json'], { encoding: 'utf8' }))

const lines = {
  POSTGRES_PASSWORD: password(),
  REDIS_PASSWORD: password(),
  NATS_PASSWORD: password(),
  ...Object.fromEntries(
    ['AUTH', 'BILLING', 'METERING', 'OAUTH', 'CONSOLE'].map(name => [`${name}_DATABASE_PASSWORD`, password()]),
  ),
  KEY_PEPPER: key(),
  BILLING_ENCRYPTION_KEY: key(),
  OAUTH_ENCRYPTION_KEY: key(),
  CONSOLE_ENCRYPTION_KEY: key(),
  ...Object.fromEntries(
    Object.entries(identities).map(([name, value]) => [name.toUpperCase().replaceAll('-', '_'), value]),
  ),
}
for (const [name, value] of Object.entries(lines)) console.log(`${name}=${value}`)
