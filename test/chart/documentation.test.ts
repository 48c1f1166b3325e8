import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { existingSecrets } from './src/environment.ts'
import { chart } from './src/helm.ts'
import { currentServerUsers, serverUsersFile } from './src/server-users.ts'
import { currentSchema, schemaFile } from './src/values-schema.ts'
import { currentReadme, readmeFile, readValues } from './src/values-table.ts'

const MEND = 'run: npm run generate:chart'

/** Tables are compared by their cells: formatting aligns them. */
const cells = (text: string) => text.replaceAll(/ *\| */g, '|').replaceAll(/-{3,}/g, '---')

test('the schema has the settings that the services have', async () => {
  assert.deepEqual(JSON.parse(readFileSync(schemaFile, 'utf8')), JSON.parse(await currentSchema()), MEND)
})

test('users of bundled servers may do what `npm start` lets them do', () => {
  assert.deepEqual(JSON.parse(readFileSync(serverUsersFile, 'utf8')), JSON.parse(currentServerUsers()), MEND)
})

test("the README's table has every value", () => {
  assert.equal(cells(readFileSync(readmeFile, 'utf8')), cells(currentReadme()), MEND)
})

test('every value, or one above it, says what it is for', () => {
  const { rows, undocumented } = readValues()
  assert.deepEqual(undocumented, [])
  assert.ok(rows.length > 80)
})

interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  additionalProperties?: unknown
}

test('the schema knows every value, and refuses whatever it does not know', () => {
  const root = JSON.parse(readFileSync(schemaFile, 'utf8')) as Schema & { $defs: Record<string, Schema> }
  const resolved = (schema: Schema): Schema => root.$defs[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
  const unknown: string[] = []
  const open: string[] = []
  const visit = (values: unknown, given: Schema, path: string): void => {
    const schema = resolved(given)
    if (typeof values !== 'object' || values === null || Array.isArray(values) || schema.properties === undefined) {
      return
    }
    if (schema.additionalProperties !== false) open.push(path)
    for (const [key, value] of Object.entries(values)) {
      const child = schema.properties[key]
      if (child === undefined) unknown.push(`${path}.${key}`)
      else visit(value, child, `${path}.${key}`)
    }
  }
  visit(parse(readFileSync(join(chart, 'values.yaml'), 'utf8'), { merge: true }), root, '')
  assert.deepEqual({ unknown, open }, { unknown: [], open: [] })
})

test('the README names every key of the Secrets that the chart reads', () => {
  const readme = readFileSync(readmeFile, 'utf8')
  for (const data of existingSecrets.values()) {
    for (const key of Object.keys(data)) assert.ok(readme.includes(`\`${key}\``), key)
  }
})
