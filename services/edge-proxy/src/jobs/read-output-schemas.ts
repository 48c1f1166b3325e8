import { appError, toAppError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import { LRUCache } from 'lru-cache'
import { readPages, readToolsBody, readToolsStream, type ToolsPage, toolsRequestOf } from '../adapters/mcp/ask-tools.ts'
import type { ListedApp, ListedOutput, OutputSchemas } from '../call/output-promise.ts'
import type { ByteBudget } from '../limits/bytes/byte-budget.ts'
import { askPublisher, isGood } from '../publisher/ask.ts'
import type { ExchangeLimits } from '../publisher/exchange.ts'
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
  await readPages(
    cursor => ask(options, app, cursor, untilMs),
    ({ tools }) => {
      for (const { name, outputSchema, isTooLarge } of tools) {
        if (found.size === TOOLS_MAX) return false
        if (found.has(name)) continue
        roomLength -= outputSchema?.length ?? 0
        if (isTooLarge || roomLength < 0) found.set(name, 'unknown')
        else found.set(name, outputSchema === undefined ? 'none' : { schema: outputSchema })
      }
      return true
    },
  )
  return found
}

async function ask(
  { sender, answerBytes, answerLimits, clock }: OutputSchemasOptions,
  { name, publisher, buyerId, upstream }: ListedApp,
  cursor: string | undefined,
  untilMs: number,
): Promise<ToolsPage> {
  const timeMs = Math.min(upstream.timeoutMs, PAGE_MS_MAX, untilMs - clock.monotonicMs())
  if (timeMs <= 0) throw appError('gateway_timeout')
  const { url, credential } = upstream
  const limits = { ...answerLimits, answerBytesMax: PAGE_BYTES_MAX, streamBytesMax: PAGE_BYTES_MAX }
  const lane = { app: name, publisher, buyerId }
  const asking = { url, lane, credential, question: toolsRequestOf(cursor), timeMs, limits, answerBytes }
  const page = await askPublisher(sender, asking, pageIn)
  if (page === undefined) throw appError('publisher_error')
  return page
}

async function pageIn(answer: PublisherAnswer): Promise<ToolsPage | undefined> {
  if (!isGood(answer)) return undefined
  return answer.kind === 'stream' ? await readToolsStream(answer.chunks) : await readToolsBody(answer.body)
}
