import { randomUUID } from 'node:crypto'
import { appError } from '@mtg/errors'
import type { Clock } from '@mtg/primitives'
import { judgeReply } from '../adapters/llm/reply.ts'
import { discoverRequest, resultInBody, resultInStream } from '../adapters/mcp/ask-server.ts'
import { PAGES_MAX, readPages, toolsRequestOf } from '../adapters/mcp/ask-tools.ts'
import type { OwnQuestion } from '../adapters/mcp/own-question.ts'
import { PROTOCOL_VERSION } from '../adapters/mcp/version.ts'
import type { CredentialsClient } from '../clients/credentials.ts'
import type { ByteBudget } from '../limits/bytes/byte-budget.ts'
import { askPublisher, isGood } from '../publisher/ask.ts'
import type { PublisherAnswer } from '../publisher/publisher-answer.ts'
import type { Sender } from '../publisher/sender.ts'
import { type ProbedTool, readServerWords, readToolPage, type ServerWords } from './listing.ts'
import { ProbeFault, probeError } from './probe-fault.ts'

/** How servers are reached. */
export interface ProberOptions {
  readonly credentials: CredentialsClient
  readonly sender: Sender
  readonly answerBytes: ByteBudget
  readonly clock: Clock
}

/** Which server. */
interface ProbeTarget {
  readonly publisher: string
  readonly adapter: 'mcp' | 'llm'
  readonly url: string
  /** Of a server of chat completions: what it calls its model. */
  readonly model: string
}

/** What a server offers. */
interface Probed extends ServerWords {
  readonly tools: readonly ProbedTool[]
  /** Of its slowest answer. */
  readonly answerMs: number
}

/** Asks servers what they offer. */
export interface Prober {
  probe(target: ProbeTarget): Promise<Probed>
}

const PROBES_MAX = 4
const ANSWER_MS_MAX = 8_000
const PROBE_MS_MAX = 15_000
const ANSWER_BYTES_MAX = 1024 * 1024
const LISTING_BYTES_MAX = 1024 * 1024
const TOOLS_MAX = 500

/** Makes a prober. Only so many servers are asked at once: a crowd of slow ones must not take what calls need. */
export function createProber(options: ProberOptions): Prober {
  let underWay = 0
  return {
    async probe(target) {
      if (underWay >= PROBES_MAX) throw appError('overloaded', { detail: { reason: 'too many servers are asked' } })
      underWay += 1
      try {
        const credential = await options.credentials.find(target.publisher)
        return await ask(new Conversation(options, target, credential), target)
      } catch (thrown) {
        throw probeError(thrown)
      } finally {
        underWay -= 1
      }
    },
  }
}

async function ask(server: Conversation, { adapter, model }: ProbeTarget): Promise<Probed> {
  if (adapter === 'llm') {
    await server.chat(model)
    return { title: '', description: '', tools: [], answerMs: server.answerMs }
  }
  const words = readServerWords(await server.result(discoverRequest), PROTOCOL_VERSION)
  return { ...words, tools: await listTools(server), answerMs: server.answerMs }
}

async function listTools(server: Conversation): Promise<ProbedTool[]> {
  const tools = new Map<string, ProbedTool>()
  let bytes = 0
  const isAll = await readPages(
    async cursor => readToolPage(await server.result(toolsRequestOf(cursor))),
    page => {
      for (const tool of page.tools) {
        if (tools.has(tool.name)) throw new ProbeFault(`has two tools of the name "${tool.name}"`)
        tools.set(tool.name, tool)
        bytes += Buffer.byteLength(JSON.stringify(tool))
      }
      if (tools.size > TOOLS_MAX) throw new ProbeFault(`has more than ${TOOLS_MAX} tools`)
      if (bytes > LISTING_BYTES_MAX) throw new ProbeFault(`says more than ${LISTING_BYTES_MAX} bytes of its tools`)
      return true
    },
  )
  if (!isAll) throw new ProbeFault(`lists its tools in more than ${PAGES_MAX} pages`)
  return [...tools.values()]
}

/** Questions to one server, one after the other, within a time for all. */
class Conversation {
  readonly #options: ProberOptions
  readonly #target: ProbeTarget
  readonly #credential: string
  readonly #startedAtMs: number
  answerMs = 0

  constructor(options: ProberOptions, target: ProbeTarget, credential: string) {
    this.#options = options
    this.#target = target
    this.#credential = credential
    this.#startedAtMs = options.clock.monotonicMs()
  }

  /** The result of a request; undefined when the server answers that it does not know the method, or with any other error. */
  async result(request: OwnQuestion): Promise<unknown> {
    return await this.#ask(request, async answer => {
      if (answer.kind === 'stream') return await resultInStream(answer.chunks)
      // An unknown method is a 404 with a JSON-RPC error.
      return isGood(answer) ? await resultInBody(answer.body) : undefined
    })
  }

  async chat(model: string): Promise<void> {
    const body = { model, messages: [{ role: 'user', content: 'ping' }], max_tokens: 1, stream: false }
    const request = { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) }
    await this.#ask(request, async answer => {
      if (answer.kind === 'stream') throw new ProbeFault('answered with a stream that was not asked for')
      if (!isGood(answer)) {
        throw new ProbeFault(
          `answered a chat with ${model === '' ? 'no model' : `the model "${model}"`} with status ${answer.status}`,
        )
      }
      await judgeReply(answer.body)
    })
  }

  async #ask<T>(question: OwnQuestion, read: (answer: PublisherAnswer) => Promise<T>): Promise<T> {
    const { sender, answerBytes, clock } = this.#options
    const { publisher, url } = this.#target
    const askedAtMs = clock.monotonicMs()
    const leftMs = this.#startedAtMs + PROBE_MS_MAX - askedAtMs
    if (leftMs <= 0) throw new ProbeFault('took too long to say what it offers')
    const timeMs = Math.min(ANSWER_MS_MAX, leftMs)
    const lane = { app: `${publisher}/`, publisher, buyerId: randomUUID() }
    const limits = { idleMs: timeMs, answerBytesMax: ANSWER_BYTES_MAX, streamBytesMax: ANSWER_BYTES_MAX }
    const asking = { url, lane, credential: this.#credential, question, timeMs, limits, answerBytes }
    try {
      return await askPublisher(sender, asking, async answer => {
        if (answer.status === 401 || answer.status === 403) {
          throw new ProbeFault(`refused the credential that the gateway presents (status ${answer.status})`)
        }
        if (answer.status >= 500) throw new ProbeFault(`failed (status ${answer.status})`)
        return await read(answer)
      })
    } finally {
      this.answerMs = Math.max(this.answerMs, Math.ceil(clock.monotonicMs() - askedAtMs))
    }
  }
}
