import { Client, type PoolConfig } from 'pg'

/** Where a database is, and the PostgreSQL schema that unqualified names mean there. */
export interface Target {
  url: string
  /** `public` when left out. */
  schema?: string
}

/** A Prisma URL (`...?schema=billing`) as a target. */
export function targetOf(prismaUrl: string): Target {
  const url = new URL(prismaUrl)
  const schema = url.searchParams.get('schema')
  url.searchParams.delete('schema')
  return schema === null ? { url: url.href } : { url: url.href, schema }
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${encodeURIComponent(database)}`
  return other.href
}

export const databaseOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1))

/** Options for `pg`; `search_path` makes SQL that names no schema act on the target's. */
export function connectionOf(target: Target): PoolConfig {
  const options = target.schema === undefined ? {} : { options: `-c search_path=${target.schema}` }
  return { connectionString: target.url, application_name: 'mtg-migrations', ...options }
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Runs `use` on one connection and closes it. */
export async function withClient<T>(target: Target, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(connectionOf(target))
  client.on('error', () => {}) // Reported by the query that fails.
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
