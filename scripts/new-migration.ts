// npm run migration -- SERVICE NAME: writes the SQL that services/SERVICE/prisma/schema.prisma has and its migrations lack.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startPostgres } from '../tools/embedded/src/index.ts'
import { drift } from '../tools/migrations/src/index.ts'

const [service, ...words] = process.argv.slice(2)
const prismaDir = join(dirname(import.meta.dirname), 'services', service ?? '', 'prisma')
const schemaFile = join(prismaDir, 'schema.prisma')

if (service === undefined || words.length === 0 || !existsSync(schemaFile)) {
  console.error(
    'usage: npm run migration -- SERVICE NAME\n\nSERVICE is a folder of services/ that has prisma/schema.prisma.',
  )
  process.exit(2)
}

const dir = join(prismaDir, 'migrations')
mkdirSync(dir, { recursive: true })
writeFileSync(join(dir, 'migration_lock.toml'), 'provider = "postgresql"\n')

const sql = await withScratchServer(url => drift({ url, dir, schemaFile }))
if (sql === null) console.log('The migrations already lead to schema.prisma; nothing was written.')
else console.log(`Wrote ${writeMigration(sql)}; add to it what Prisma cannot say (constraints, functions, triggers).`)

async function withScratchServer<T>(use: (url: string) => Promise<T>): Promise<T> {
  const scratch = mkdtempSync(join(tmpdir(), 'mtg-migration-'))
  chmodSync(scratch, 0o755)
  const server = await startPostgres({ dir: scratch, durable: false })
  try {
    return await use(`${server.url}/postgres`)
  } finally {
    await server.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

function writeMigration(sql: string): string {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const name = words
    .join('_')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
  const file = join(dir, `${time}_${name}`, 'migration.sql')
  mkdirSync(dirname(file))
  writeFileSync(file, sql)
  return file
}
