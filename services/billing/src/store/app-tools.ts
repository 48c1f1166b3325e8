import type { Queryable } from '@mtg/postgres'
import type { ListedTool } from '../domain/own-app.ts'

const FIND = {
  name: 'tools-of-app',
  text: `
    SELECT name, title, description, input_schema::text AS "inputSchema", output_schema::text AS "outputSchema"
    FROM app_tools WHERE app_id = $1 ORDER BY position`,
}

/** Tools that an app's server said it has, in its own order. */
export async function findAppTools(db: Queryable, appId: string): Promise<ListedTool[]> {
  return await db.query<ListedTool & Record<string, unknown>>(FIND, [appId])
}

const REPLACE = {
  name: 'replace-tools-of-app',
  text: `
    WITH wanted AS (
      SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY
        AS w (name, title, description, input_schema, output_schema, position)
    ), dropped AS (
      DELETE FROM app_tools WHERE app_id = $1 AND name NOT IN (SELECT name FROM wanted)
    )
    INSERT INTO app_tools (app_id, name, title, description, input_schema, output_schema, position)
    SELECT $1, name, title, description, input_schema::jsonb, output_schema::jsonb, position::int FROM wanted
    ON CONFLICT (app_id, name) DO UPDATE SET title = excluded.title, description = excluded.description,
      input_schema = excluded.input_schema, output_schema = excluded.output_schema, position = excluded.position`,
}
const NOTE = {
  name: 'note-probe',
  text: `
    UPDATE apps SET probed_at = clock_timestamp(),
      title = CASE WHEN title = '' THEN $2 ELSE title END, description = CASE WHEN description = '' THEN $3 ELSE description END
    WHERE id = $1`,
}

/** Keeps what an app's server said. Its words for people are taken where the publisher has none. */
export async function saveListing(
  tx: Queryable,
  appId: string,
  {
    title,
    description,
    tools,
  }: { readonly title: string; readonly description: string; readonly tools: readonly ListedTool[] },
): Promise<void> {
  await tx.query(REPLACE, [
    appId,
    tools.map(tool => tool.name),
    tools.map(tool => tool.title),
    tools.map(tool => tool.description),
    tools.map(tool => tool.inputSchema),
    tools.map(tool => tool.outputSchema),
  ])
  await tx.query(NOTE, [appId, title, description])
}
