import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { workspaceRoot } from '@mtg/embedded'
import { ownPostgres } from './postgres.fixture.ts'

const CONFIG = `
import { defineConfig } from 'prisma/config'
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL },
})
`
const schemaWith = (fields: string) => `
datasource db {
  provider = "postgresql"
}
model Thing {
  id BigInt @id @default(autoincrement())
  ${fields}
}
`

const root = workspaceRoot()
const postgres = ownPostgres('prisma')
const project = join(postgres.home, 'project')

before(async () => {
  await postgres.start()
  mkdirSync(join(project, 'prisma'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'))
  writeFileSync(join(project, 'prisma.config.ts'), CONFIG)
})
after(() => postgres.stop())

function prisma(...args: string[]): string {
  const result = spawnSync(join(root, 'node_modules/.bin/prisma'), args, {
    cwd: project,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
      DATABASE_URL: `${postgres.url}/things?schema=store`,
      PRISMA_SCHEMA_ENGINE_BINARY: join(root, 'tools/migrations/bin/schema-engine.mjs'),
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  })
  assert.equal(result.status, 0, `prisma ${args.join(' ')}:\n${result.stdout}${result.stderr}`)
  return result.stdout
}

const migrationSql = () =>
  globSync('prisma/migrations/*/migration.sql', { cwd: project })
    .toSorted((a, b) => a.localeCompare(b))
    .map(file => readFileSync(join(project, file), 'utf8'))

test("Prisma's own command line works without a native engine: database made, migrations written and applied", () => {
  const schemaFile = join(project, 'prisma/schema.prisma')
  writeFileSync(schemaFile, schemaWith('name String'))
  assert.match(prisma('migrate', 'dev', '--name', 'First'), /database things created[^]*now in sync/)
  writeFileSync(schemaFile, schemaWith('name String\n  note String?'))
  prisma('migrate', 'dev', '--name', 'note')
  const [first = '', second = ''] = migrationSql()
  assert.match(first, /CREATE TABLE "Thing"/)
  assert.match(second, /^-- AlterTable\nALTER TABLE "Thing" ADD COLUMN\s+"note" TEXT;\s*$/)
  assert.equal(`${first}${second}`.includes('store'), false, 'migrations name no schema')
  assert.match(prisma('migrate', 'status'), /up to date/)
  assert.match(prisma('migrate', 'reset', '--force'), /reset successful/i)
})
