import { randomUUID } from 'node:crypto'
import { appError, toAppError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'
import { readToolsBody, readToolsStream, type ToolsPage, toolsRequestOf } from '../adapters/mcp/ask-tools.ts'
import type { ListedApp, ListedOutput, OutputSchemas } from '../call/output-promise.ts'
import type { ByteBudget } from '../limits/bytes/byte-budget.ts'
import type { ExchangeLimits } from '../publisher/exchange.ts'
import { headersForPublisher } from '../publisher/headers.ts'
import type { PublisherAnswer } from '../publisher/publisher-answer.ts'
import type { Sender } from '../publisher/sender.ts'

/** How publishers are asked. */
export interface OutputSchemasOptions {
  readonly sender: Sender
  readonly answerBytes: ByteBudget
  readonly answerLimits: Omit<ExchangeLimits, 'firstByteMs' | 'isEndless'>
  readonly clock: Clock
  readonly log: Logger
}

type Tools = ReadonlyMap<string, ListedOutput>

/** What is known of an app. */
interface Entry {
  tools: Tools | undefined
  /** When it was read, and when it was last tried; monotonic. */
  readAtMs: number
  triedAtMs: number
  reading: Promise<void> | undefined
}

const APPS_MAX = 1_000
/** Publishers are asked again after so long, and go on being believed for a while when they cannot be. */
const FRESH_MS = 5 * 60_000
const BELIEVED_MS = 60 * 60_000
const ASK_AGAIN_MS = 5_000
const PAGES_MAX = 20
const TOOLS_MAX = 500
const SCHEMAS_LENGTH_MAX = 1024 * 1024
const PAGE_BYTES_MAX = 1024 * 1024
const PAGE_MS_MAX = 5_000
const LIST_MS_MAX = 10_000

/**
 * Asks publishers that promise outputs for their lists of tools, once for all calls that want to know, and remembers what they
 * say. Each list is bounded in bytes, tools, pages and time; what does not fit in is not known.
 */
export function createOutputSchemas(options: OutputSchemasOptions): OutputSchemas {
  const { clock, log } = options
  const entries = new LRUCache<string, Entry>({ max: APPS_MAX })

  function entryOf({ appId, upstream }: ListedApp): Entry {
    const key = `${appId} ${upstream.url}`
    const known = entries.get(key)
    if (known !== undefined) return known
    const entry: Entry = { tools: undefined, readAtMs: -BELIEVED_MS, triedAtMs: -ASK_AGAIN_MS, reading: undefined }
    entries.set(key, entry)
    return entry
  }

  async function read(app: ListedApp, entry: Entry): Promise<void> {
    entry.triedAtMs = clock.monotonicMs()
    try {
      entry.tools = await readTools(options, app)
      entry.readAtMs = entry.triedAtMs
    } catch (thrown) {
      log.info({ err: toAppError(thrown), app: app.name }, 'a publisher did not say which outputs it lists')
    } finally {
      entry.reading = undefined
    }
  }

  /** Begins to read unless what is known was read since, or the publisher was asked just now. */
  function renew(app: ListedApp, entry: Entry, sinceMs: number): Promise<void> | undefined {
    if (entry.readAtMs >= sinceMs || clock.monotonicMs() - entry.triedAtMs < ASK_AGAIN_MS) return entry.reading
    entry.reading ??= read(app, entry)
    return entry.reading
  }

  return {
    prepare(app) {
      void renew(app, entryOf(app), clock.monotonicMs() - FRESH_MS)
    },
    async find(app, tool, readAfterMs = clock.monotonicMs() - FRESH_MS) {
      const entry = entryOf(app)
      await renew(app, entry, readAfterMs)
      const isBelieved = clock.monotonicMs() - entry.readAtMs < BELIEVED_MS
      return (isBelieved ? entry.tools?.get(tool) : undefined) ?? 'unknown'
    },
  }
}

async function readTools(options: OutputSchemasOptions, app: ListedApp): Promise<Tools> {
  const found = new Map<string, ListedOutput>()
  const untilMs = options.clock.monotonicMs() + LIST_MS_MAX
  let roomLength = SCHEMAS_LENGTH_MAX
  let cursor: string | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { tools, nextCursor } = await ask(options, app, cursor, untilMs)
    for (const { name, outputSchema, isTooLarge } of tools) {
      if (found.size === TOOLS_MAX) return found
      if (found.has(name)) continue
      roomLength -= outputSchema?.length ?? 0
      if (isTooLarge || roomLength < 0) found.set(name, 'unknown')
      else found.set(name, outputSchema === undefined ? 'none' : { schema: outputSchema })
    }
    if (nextCursor === undefined) return found
    cursor = nextCursor
  }
  return found
}

async function ask(
  { sender, answerBytes, answerLimits, clock }: OutputSchemasOptions,
  { name, publisher, buyerId, upstream }: ListedApp,
  cursor: string | undefined,
  untilMs: number,
): Promise<ToolsPage> {
  const timeoutMs = Math.min(upstream.timeoutMs, PAGE_MS_MAX, untilMs - clock.monotonicMs())
  if (timeoutMs <= 0) throw appError('gateway_timeout')
  const question = toolsRequestOf(cursor)
  const { credential } = upstream
  const credentials = { credential, callId: randomUUID(), buyerIdentity: undefined, traceparent: undefined }
  const limits = { ...answerLimits, answerBytesMax: PAGE_BYTES_MAX, streamBytesMax: PAGE_BYTES_MAX }
  const exchange = sender.open({
    url: upstream.url,
    lane: { app: name, publisher, buyerId },
    headers: headersForPublisher(question.headers, {}, credentials),
    body: question.body,
    limits: { ...limits, totalMs: timeoutMs, firstByteMs: timeoutMs, isEndless: false },
    answerBytes,
  })
  try {
    const page = await pageIn(await exchange.answer)
    if (page === undefined) throw appError('publisher_error')
    return page
  } finally {
    exchange.finish(false)
  }
}

async function pageIn(answer: PublisherAnswer): Promise<ToolsPage | undefined> {
  const isGood = answer.status >= 200 && answer.status < 300
  if (answer.kind === 'stream') return isGood ? await readToolsStream(answer.chunks) : undefined
  try {
    return isGood ? await readToolsBody(answer.body) : undefined
  } finally {
    answer.release()
  }
}
