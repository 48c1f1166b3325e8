import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, startPostgres } from '@mtg/embedded'
import { Client } from 'pg'

/** A PostgreSQL of one test file's own, in a folder that goes with it. */
export interface OwnPostgres {
  /** For whatever else the tests write. */
  readonly home: string
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
}

/** Makes the folder; the server runs from `start` to `stop`. */
export function ownPostgres(name: string): OwnPostgres {
  const home = mkdtempSync(join(tmpdir(), `mtg-${name}-`))
  chmodSync(home, 0o755) // An embedded PostgreSQL may run as another user.
  let server: RunningServer | undefined
  return {
    home,
    get url() {
      if (server === undefined) throw new Error('the server has not been started')
      return server.url
    },
    async start() {
      server = await startPostgres({ dir: join(home, 'pg'), durable: false })
    },
    async stop() {
      await server?.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Runs one query on a connection of its own. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
