import { badAnswer } from '../answer-body.ts'
import { EACH, jsonOf, textOf, watchFor } from '../json/value.ts'
import { type McpAnswer, readAnswer, resultOf } from './answer.ts'
import { OWN_ID, type OwnQuestion, ownQuestion, readStreamed } from './own-question.ts'

/** One page of a publisher's tools. */
export interface ToolsPage {
  readonly tools: readonly ListedTool[]
  /** Undefined on the last one. */
  readonly nextCursor: string | undefined
}

/** A tool, with the JSON of its output schema: undefined where it has none, or one that is too large to be of use. */
interface ListedTool {
  readonly name: string
  readonly outputSchema: string | undefined
  readonly isTooLarge: boolean
}

const METHOD = 'tools/list'
const SCHEMA_BYTES_MAX = 32 * 1024
const CURSOR_BYTES_MAX = 4 * 1024
const NAME_BYTES_MAX = 256
const pageWatch = watchFor({ result: { tools: { [EACH]: {} } } })

/** Of a list. */
export const PAGES_MAX = 20

/**
 * Asks for page after page of a list, and has each taken until there is no more, or the taker has enough. False when there are more
 * pages than anybody reads.
 */
export async function readPages<Page extends { readonly nextCursor: string | undefined }>(
  ask: (cursor: string | undefined) => Promise<Page>,
  take: (page: Page) => boolean,
): Promise<boolean> {
  let cursor: string | undefined
  for (let count = 0; count < PAGES_MAX; count += 1) {
    const page = await ask(cursor)
    if (!take(page) || page.nextCursor === undefined) return true
    cursor = page.nextCursor
  }
  return false
}

/** Asks for a page of tools. */
export function toolsRequestOf(cursor: string | undefined): OwnQuestion {
  return ownQuestion(METHOD, METHOD, cursor === undefined ? {} : { cursor })
}

/** The page in an answer to that question; `publisher_error` when there is none. */
export async function readToolsBody(body: Buffer): Promise<ToolsPage> {
  return await readAnswer(body, pageOf, pageWatch)
}

/** The same of an answer that comes as a stream; undefined when it ends without one. */
export async function readToolsStream(chunks: AsyncIterable<Buffer>): Promise<ToolsPage | undefined> {
  return await readStreamed(chunks, pageOf, pageWatch)
}

function pageOf(answer: McpAnswer): ToolsPage {
  const { bytes } = answer
  const members = resultOf(answer, OWN_ID)?.members
  const listed = members?.get('tools')?.elements
  if (listed === undefined) throw badAnswer('lists no tools')
  const tools = listed.flatMap(({ members: tool }): ListedTool[] => {
    const named = tool?.get('name')
    if (named === undefined || named.end - named.start > 6 * NAME_BYTES_MAX) return []
    const schema = tool?.get('outputSchema')
    const isTooLarge = schema !== undefined && schema.end - schema.start > SCHEMA_BYTES_MAX
    const outputSchema = schema === undefined || isTooLarge ? undefined : jsonOf(bytes, schema)
    return [{ name: textOf(bytes, named) ?? '', outputSchema, isTooLarge }]
  })
  const cursor = members?.get('nextCursor')
  const isCursor = cursor !== undefined && cursor.end - cursor.start <= CURSOR_BYTES_MAX
  return { tools, nextCursor: isCursor ? textOf(bytes, cursor) : undefined }
}
