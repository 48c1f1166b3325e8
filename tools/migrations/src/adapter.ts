import { PrismaPg } from '@prisma/adapter-pg'
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import { Pool } from 'pg'
import { connectionOf, quoteName, type Target, withDatabase } from './connection.ts'
import { runYielding } from './yielding.ts'

const OID_CHAR = 18
const OID_TEXT = 25

type Dispose = () => Promise<void>

/**
 * Connects the schema engine to PostgreSQL. @prisma/adapter-pg 7.10 was made for queries; around it, this corrects what
 * the engine trips over: "char" columns of the catalogue are refused, scripts are cut at every semicolon (also inside
 * function bodies), and the shadow database is dropped while still connected to.
 */
export class EngineAdapterFactory implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = 'postgres'
  readonly adapterName = '@mtg/migrations'
  readonly #target: Target
  readonly #shadowUrl: string | undefined
  readonly #open = new Set<Dispose>()

  constructor(target: Target, shadowUrl?: string) {
    this.#target = target
    this.#shadowUrl = shadowUrl
  }

  connect(): Promise<SqlDriverAdapter> {
    return this.#connectTo(this.#target)
  }

  /** An empty database in which the engine replays the migrations: the given one emptied, or a new one. */
  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    const shadow = await (this.#shadowUrl === undefined
      ? this.#newShadow()
      : this.#connectTo(this.#at(this.#shadowUrl)))
    const schema = quoteName(this.#target.schema ?? 'public')
    await shadow.executeScript(`DROP SCHEMA IF EXISTS ${schema} CASCADE; CREATE SCHEMA ${schema}`)
    return shadow
  }

  async #newShadow(): Promise<SqlDriverAdapter> {
    const admin = await this.connect()
    const database = `prisma_migrate_shadow_db_${crypto.randomUUID()}`
    await admin.executeScript(`CREATE DATABASE ${quoteName(database)}`)
    return this.#connectTo(this.#at(withDatabase(this.#target.url, database)), async () => {
      await admin.executeScript(`DROP DATABASE IF EXISTS ${quoteName(database)} WITH (FORCE)`)
      await admin.dispose()
    })
  }

  #at(url: string): Target {
    return { ...this.#target, url }
  }

  /** Closes every connection the engine left open. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map(dispose => dispose()))
  }

  async #connectTo(target: Target, afterwards: Dispose = async () => {}): Promise<SqlDriverAdapter> {
    const pool = new CataloguePool({ ...connectionOf(target), max: 1 })
    const schema = target.schema ?? 'public'
    const adapter = await new PrismaPg(pool, { schema, disposeExternalPool: true }).connect()
    const dispose = once(async () => {
      this.#open.delete(dispose)
      await pool.end()
      await afterwards()
    })
    this.#open.add(dispose)
    return Object.assign(adapter, {
      dispose,
      executeScript: async (script: string): Promise<void> => {
        await runYielding(pool, script).catch((error: unknown) => onDriverError(adapter, error))
      },
      queryRaw: pool.typed(adapter.queryRaw.bind(adapter)),
    })
  }
}

type QueryRaw = SqlDriverAdapter['queryRaw']

/** Presents "char" columns as text while the adapter maps the types, then types them as characters. */
class CataloguePool extends Pool {
  readonly #charColumns = new WeakMap<object, number[]>()

  typed(queryRaw: QueryRaw): QueryRaw {
    return async query => {
      const result = await queryRaw(query)
      for (const column of this.#charColumns.get(result.rows) ?? []) {
        result.columnTypes[column] = ColumnTypeEnum.Character
      }
      return result
    }
  }

  readonly #plainQuery: Pool['query'] = super.query.bind(this)

  override query: Pool['query'] = async (...args: unknown[]) => {
    const result: unknown = await Reflect.apply(this.#plainQuery, undefined, args)
    if (isResult(result)) this.#charColumns.set(result.rows, renameCharFields(result.fields))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same that the query answered; its overloads cannot be written
    return result as never
  }
}

interface ResultLike {
  rows: unknown[]
  fields: { dataTypeID: number }[]
}

function isResult(value: unknown): value is ResultLike {
  return typeof value === 'object' && value !== null && 'rows' in value && 'fields' in value
}

function renameCharFields(fields: ResultLike['fields']): number[] {
  const columns = fields.flatMap((field, column) => (field.dataTypeID === OID_CHAR ? [column] : []))
  for (const column of columns) {
    const field = fields[column]
    if (field !== undefined) field.dataTypeID = OID_TEXT
  }
  return columns
}

/** The adapter's own translation of a driver error into one the engine understands. */
function onDriverError(adapter: object, error: unknown): never {
  if ('onError' in adapter && typeof adapter.onError === 'function') Reflect.apply(adapter.onError, adapter, [error])
  throw error
}

function once(action: Dispose): Dispose {
  let running: Promise<void> | undefined
  return () => {
    running ??= action()
    return running
  }
}
