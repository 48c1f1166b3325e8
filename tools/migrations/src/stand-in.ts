import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fieldOf } from '@mtg/primitives'
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import { databaseOf, quoteName, targetOf, withClient, withDatabase } from './connection.ts'
import { openEngine, panicMessage } from './engine.ts'

const UNUSED_URL = 'postgresql://127.0.0.1/none' // `prisma generate` and `validate` start the engine without a database.
const RPC_ERROR = 4466 // The code under which the native engine reports its own errors.

/** Behaves like Prisma's native `schema-engine`: its command line, and its JSON-RPC on standard input and output. */
export async function runEngineCommand(argv: string[]): Promise<void> {
  if (argv.includes('--version')) return void process.stdout.write('schema-engine-cli wasm\n')
  const datasource = readDatasource(argv)
  const cli = argv.indexOf('cli')
  if (cli >= 0) process.exitCode = await runDatabaseCommand(argv[cli + 1] ?? '', datasource.url)
  else await serveRpc(argv, datasource)
}

interface Datasource {
  url: string
  shadowUrl: string | undefined
}

function readDatasource(argv: string[]): Datasource {
  const given: { url?: string; shadowDatabaseUrl?: string } = JSON.parse(optionsNamed('--datasource', argv)[0] ?? '{}')
  return { url: given.url ?? UNUSED_URL, shadowUrl: given.shadowDatabaseUrl || undefined }
}

function optionsNamed(name: string, argv: string[]): string[] {
  return argv.flatMap((argument, index) => {
    const value = argv[index + 1]
    return argument === name && value !== undefined ? [value] : []
  })
}

const P_CODES: Record<string, string> = { '3D000': 'P1003', '28P01': 'P1000', '42P04': 'P1009' }

async function runDatabaseCommand(command: string, url: string): Promise<number> {
  try {
    await changeDatabase(command, targetOf(url).url)
    return 0
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? (P_CODES[String(error.code)] ?? 'P1001') : 'P1001'
    logLine('INFO', { message: 'schema-engine' }) // The CLI skips the first line.
    logLine('ERROR', { is_panic: false, error_code: code, message: messageOf(error), meta: null })
    return 1
  }
}

async function changeDatabase(command: string, url: string): Promise<void> {
  const database = quoteName(databaseOf(url))
  const maintenance = withDatabase(url, 'postgres')
  if (command === 'can-connect-to-database') await execute(url, 'SELECT 1')
  else if (command === 'create-database') await execute(maintenance, `CREATE DATABASE ${database}`)
  else if (command === 'drop-database') await execute(maintenance, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
  else throw new Error(`unknown engine command ${command}`)
}

const execute = (url: string, sql: string) => withClient({ url }, client => client.query(sql))

function logLine(level: string, fields: object): void {
  const line = { timestamp: new Date().toISOString(), level, fields, target: 'schema_engine::logger' }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

interface RpcRequest {
  id: unknown
  method: string
  params?: unknown
}

/** The CLI also answers what the engine asks of it, such as to print; those answers are nobody's. */
const isRequest = (message: unknown): message is RpcRequest => typeof fieldOf(message, 'method') === 'string'

const send = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

async function serveRpc(argv: string[], datasource: Datasource): Promise<void> {
  const datamodels = optionsNamed('--datamodels', argv).map((file): [string, string] => [
    file,
    readFileSync(file, 'utf8'),
  ])
  const target = targetOf(datasource.url)
  const shadow = datasource.shadowUrl === undefined ? {} : { shadowUrl: datasource.shadowUrl }
  const { engine } = await openEngine({ target, datamodels, ...shadow })
  for await (const line of createInterface({ input: process.stdin })) {
    const request: unknown = JSON.parse(line)
    if (isRequest(request)) await answer(engine, request)
  }
  process.exit(0) // The engine's pool stays open by design; the CLI has what it wanted.
}

async function answer(engine: SchemaEngine, { id, method, params }: RpcRequest): Promise<void> {
  try {
    const given: unknown[] = Array.isArray(params) ? params : [params]
    const result = await call(engine, method, given[0])
    send({ id, result: method === 'diff' ? printed(id, result) : (result ?? {}) })
  } catch (error) {
    send({ id, error: rpcError(error) })
  }
}

async function call(engine: SchemaEngine, method: string, params: unknown): Promise<unknown> {
  if (method === 'getDatabaseVersion') return engine.version(null)
  if (method === 'createMigration') {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sent by the Prisma CLI of the same version
    return createMigration(engine, params as CreateMigrationParams)
  }
  const implementation: unknown = Reflect.get(engine, method)
  if (typeof implementation !== 'function') throw new Error(`the schema engine has no method ${method}`)
  return Reflect.apply(implementation, engine, [params])
}

/** The native engine prints a difference itself, by a request of its own. */
function printed(id: unknown, result: unknown): unknown {
  const content = fieldOf(result, 'stdout') ?? null
  if (content !== null) send({ id: `p${String(id)}`, method: 'print', params: { content } })
  return { exitCode: fieldOf(result, 'exitCode'), stdout: null }
}

function rpcError(error: unknown): object {
  const panic = panicMessage()
  return {
    code: RPC_ERROR,
    message: 'An error happened. Check the data field for details.',
    data: {
      is_panic: panic !== undefined,
      message: panic ?? messageOf(error),
      error_code: fieldOf(error, 'code') ?? null,
      meta: fieldOf(error, 'meta') ?? null,
    },
  }
}

interface CreateMigrationParams {
  migrationsList: MigrationList
  migrationName: string
  draft: boolean
  schema: { files: { path: string; content: string }[] }
  filters: { externalTables: string[]; externalEnums: string[] }
}

/** The WebAssembly engine cannot create one itself; the difference from migrations to schema is the same script. */
async function createMigration(engine: SchemaEngine, params: CreateMigrationParams): Promise<object> {
  const difference = await engine.diff({
    from: { tag: 'migrations', ...params.migrationsList, lockfile: lockfileOf(params.migrationsList) },
    to: { tag: 'schemaDatamodel', files: params.schema.files },
    script: true,
    exitCode: true,
    filters: params.filters,
  })
  const unchanged = params.draft ? '-- This is an empty migration.' : null
  return {
    connectorType: 'postgresql',
    generatedMigrationName: migrationName(params.migrationName),
    migrationScript: difference.exitCode === 2 ? difference.stdout : unchanged,
    extension: 'sql',
  }
}

/** Before the first migration there is no lock file yet, and the engine wants to know the kind of database from it. */
function lockfileOf(list: MigrationList): MigrationList['lockfile'] {
  return { ...list.lockfile, content: list.lockfile.content ?? 'provider = "postgresql"\n' }
}

function migrationName(wanted: string): string {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const words = wanted
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 200)
  return words === '' ? time : `${time}_${words}`
}
