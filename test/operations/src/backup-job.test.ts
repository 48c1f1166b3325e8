import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openToolbox } from './debian-postgres.ts'

const example = join(import.meta.dirname, '../../../deploy/helm/metered-tool-gateway/examples/backup.yaml')

/** The script of the chart's example: the block below `args`, without its indentation. */
function scriptOf(yaml: string): string {
  const [, indentation = '', block = ''] = /args:\n +- \|\n( +)([\s\S]*?)\n +env:/.exec(yaml) ?? []
  assert.ok(block.includes('pg_restore'))
  return block.replaceAll(`\n${indentation}`, '\n')
}

const script = scriptOf(readFileSync(example, 'utf8'))

test("the backup's script keeps what it could restore, removes the drill, and keeps nothing of another database", async () => {
  const toolbox = openToolbox()
  try {
    const server = await toolbox.start(toolbox.newCluster(), { fsync: 'off' })
    const folder = toolbox.newFolder()
    const backUp = (database: string) =>
      toolbox.runScript(script, {
        BACKUP_DIR: folder,
        BACKUP_NAME: 'gateway',
        KEEP_DAYS: '30',
        ADMIN_DATABASE_URL: `${server.url}/${database}?connect_timeout=5`,
      })
    const sql = (database: string, text: string) =>
      toolbox.run('psql', '-qXAt', `${server.url}/${database}`, '-c', text)
    const tables = Array.from({ length: 21 }, (_, n) => `CREATE TABLE billing.t${n} AS SELECT 42 AS kept;`)
    sql('postgres', 'CREATE DATABASE mtg')
    sql('mtg', `CREATE SCHEMA billing; ${tables.join(' ')}`)
    const done = backUp('mtg')
    assert.equal(done.status, 0, done.output)
    const [file = '', ...others] = readdirSync(folder)
    assert.match(file, /^gateway-\d{8}T\d{6}Z\.dump$/)
    assert.deepEqual(others, [])
    const wrong = backUp('postgres')
    assert.notEqual(wrong.status, 0)
    assert.deepEqual(
      readdirSync(folder).filter(name => name.endsWith('.dump')),
      [file],
    )
    assert.equal(sql('postgres', "SELECT count(*) FROM pg_database WHERE datname LIKE 'gateway_drill%'").trim(), '0')
    sql('postgres', 'CREATE DATABASE again')
    toolbox.run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${server.url}/again`, join(folder, file))
    assert.equal(sql('again', 'SELECT sum(kept) FROM billing.t7').trim(), '42')
  } finally {
    toolbox.close()
  }
})
