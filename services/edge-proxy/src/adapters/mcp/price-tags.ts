import type { Call } from '../adapter.ts'
import { answerRules, badAnswer } from '../answer-body.ts'
import type { ScanRules } from '../json/cursor.ts'
import { type Replacement, replaceAll } from '../json/splice.ts'
import { scanInTurns } from '../json/turns.ts'
import { EACH, JsonFault, type JsonObject, type JsonValue, textOf, watchFor } from '../json/value.ts'

/** Where buyers read in a tool's `_meta` what it costs. Only the gateway writes there. */
export const PRICE_KEY = 'dev.metered-tool-gateway/price'

type PriceTags = Parameters<NonNullable<Call['tagPrices']>>[1]

const listWatch = watchFor({ result: { tools: { [EACH]: { _meta: {} } } } })
/** More tools on one page than anybody has: a longer one goes on as it is. */
const listRules: ScanRules = { ...answerRules, elementsMax: 1_024 }
const KEY = JSON.stringify(PRICE_KEY)
const PRIVATE = '"private"'
/** What names the key, or has a letter, hyphen or dot of it as an escape, which nothing writes that has nothing to hide. */
const NAMES_KEY = /dev\.metered-tool-gateway|\\u00(?:2[DE]|[67])/i

/**
 * A list of tools with a price in each; every other byte stays as the publisher sent it. What was listed for one buyer is for no
 * other any more, so the protocol's hint to caches says that. A list that cannot be read for certain goes on as it is, unless
 * there might be prices in it that are not ours: then it is `publisher_error`.
 */
export function withPriceTags(bytes: Buffer, tags: PriceTags): Buffer | Promise<Buffer> {
  try {
    const root = scanInTurns(bytes, listWatch, listRules)
    if (!(root instanceof Promise)) return tagged(bytes, root, tags)
    return root.then(
      read => tagged(bytes, read, tags),
      (thrown: unknown) => unreadable(bytes, thrown),
    )
  } catch (thrown) {
    return unreadable(bytes, thrown)
  }
}

function unreadable(bytes: Buffer, thrown: unknown): Buffer {
  if (!(thrown instanceof JsonFault)) throw thrown
  if (!NAMES_KEY.test(bytes.toString('latin1'))) return bytes
  throw badAnswer(`may hold prices that are not ours: it ${thrown.message}`)
}

function tagged(bytes: Buffer, root: JsonObject, tags: PriceTags): Buffer {
  const result = root.members.get('result')?.members
  const tools = result?.get('tools')?.elements ?? []
  const replacements = tools.flatMap(tool => tagOf(bytes, tool, tags) ?? [])
  const scope = result?.get('cacheScope')
  if (tags !== undefined && scope?.kind === 'string' && textOf(bytes, scope) !== 'private') {
    replacements.push({ from: scope.start, to: scope.end, text: PRIVATE })
  }
  return replaceAll(bytes, replacements)
}

/** What a publisher says there gives way, known prices or not. */
function tagOf(bytes: Buffer, { start, members }: JsonValue, tags: PriceTags): Replacement | undefined {
  if (members === undefined) return undefined
  const meta = members.get('_meta')
  const said = meta?.members?.get(PRICE_KEY)
  if (tags === undefined) return said && { from: said.start, to: said.end, text: 'null' }
  const tag = tags(textOf(bytes, members.get('name')) ?? '')
  if (said !== undefined) return { from: said.start, to: said.end, text: tag }
  if (meta === undefined) return insertion(start, members.size, `"_meta":{${KEY}:${tag}}`)
  return meta.members && insertion(meta.start, meta.members.size, `${KEY}:${tag}`)
}

/** Puts a member before all others of an object. */
function insertion(objectStart: number, memberCount: number, member: string): Replacement {
  const at = objectStart + 1
  return { from: at, to: at, text: memberCount === 0 ? member : `${member},` }
}
