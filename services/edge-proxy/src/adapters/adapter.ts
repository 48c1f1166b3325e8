import type { IncomingHttpHeaders } from 'node:http'
import type { AppError } from '@mtg/errors'
import type { MessageLimits } from './message-limits.ts'
import type { SseEvent } from './sse/event.ts'

/** Adapters by the name that the path gives them. */
type AdapterName = 'mcp' | 'llm'

/** Knows one protocol: what a request means, and what an answer is worth. */
export interface Adapter {
  readonly name: AdapterName
  /** Scope that a challenge asks for when the credential's scope does not cover a call. */
  readonly scope: string
  /** Whether a space separated, non-empty scope permits calls of this adapter. */
  covers(scope: string): boolean
  /** Throws the 400s of the protocol. A large body takes several turns of the event loop. */
  parse(
    headers: IncomingHttpHeaders,
    body: Buffer,
    limits: MessageLimits,
  ): Call | Notification | Promise<Call | Notification>
}

/** What only traces tell of a message. */
export interface MessageFacts {
  /** By the names of OpenTelemetry's conventions. */
  readonly attributes: Readonly<Record<string, string>>
  /** The caller's span, where the message itself names one; as it was sent, which may be anything short. */
  readonly traceparent: string | undefined
}

/** A message that wants no answer: it is counted, acknowledged with 202, and neither billed nor forwarded. */
export interface Notification {
  readonly kind: 'notification'
  readonly operation: string
  /** Asked for where calls are traced. */
  readonly facts?: () => MessageFacts
}

/** A request that was understood. */
export interface Call {
  readonly kind: 'call'
  /** Such as "tools/call" or "chat/completions". */
  readonly operation: string
  /** Tool, prompt, resource or model; may be empty. */
  readonly name: string
  readonly billable: boolean
  /** Prices go by it; empty unless the call is of a tool. */
  readonly toolName: string
  /** Of a call about a task that an earlier call became. */
  readonly task?: AskedTask
  /** JSON of a tool's arguments, as it was sent; empty when there is none. */
  argumentsJson(): Buffer
  /** Asked for where calls are traced. */
  readonly facts?: () => MessageFacts
  /** Streams until one side leaves, so that silence is no fault. */
  readonly isSubscription: boolean
  readonly upstream: UpstreamRequest
  /** What a complete 2xx answer is worth; throws publisher_error when it is not an answer at all. A large one takes a while. */
  judge(body: Buffer, terms: ChargeTerms): Verdict | Promise<Verdict>
  /** Follows a streamed 2xx answer. */
  judgeStream(terms: ChargeTerms): StreamJudge
  /** Of a call that lists tools: its answer with prices in it, by the JSON that tells of them; undefined when none are known. */
  readonly tagPrices?: (answer: Buffer, tags: ((tool: string) => string) | undefined) => Buffer | Promise<Buffer>
  /** What the buyer gets for a publisher's 4xx: an error, or undefined to pass the answer through as it is. */
  translateRefusal(status: number, body: Buffer): AppError | undefined
  /** The last event of a stream that failed after it had begun. */
  errorEvent(error: AppError): string
}

/** Which task a call is about. */
interface AskedTask {
  readonly taskId: string
  readonly isCancelling: boolean
}

const nothing = Buffer.alloc(0)

/** Of a call of no tool, or of a tool without any. */
export const noArguments = () => nothing

/** What is sent to the publisher for a call. */
interface UpstreamRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Terms of an app that decide what is charged. */
export interface ChargeTerms {
  readonly chargeToolErrors: boolean
  /** A call that becomes a task is charged for that, not for its result. */
  readonly chargeTasksOnAcceptance?: boolean
  /** Whether charged results of tools are handed on, to be held against what was promised of them. */
  readonly wantsOutput?: boolean
}

/** What a tool gave for programs, inside the bytes of its answer; undefined when that is missing. */
export interface ToolOutput {
  readonly json: Buffer | undefined
}

/** What a chat completion says of itself, for traces; undefined: nothing, or nothing that makes sense. */
export interface ChatUsage {
  readonly model: string | undefined
  readonly inputTokens: number | undefined
  readonly outputTokens: number | undefined
}

/** What an answer is worth. */
export interface Verdict {
  readonly charged: boolean
  /** "ok", or the word that logs and `mtg explain` show for an answer that is delivered but not charged. */
  readonly outcome: string
  readonly totalTokens: number
  /** Of a chat completion. */
  readonly usage?: ChatUsage
  /** Of a charged result of a tool, where it is wanted. */
  readonly output?: ToolOutput
  /** The publisher carries the call on as this task. */
  readonly startedTask?: StartedTask
  /** The task that the call is about has come to this end. */
  readonly taskEnd?: TaskEnd | undefined
}

/** A task that a publisher has taken a call on as. */
export interface StartedTask {
  readonly taskId: string
  /** How long the publisher keeps it; undefined when it does not say. */
  readonly ttlMs: number | undefined
}

/** How a task ended. */
export interface TaskEnd {
  readonly isCharged: boolean
  /** Of a charged result, where it is wanted. */
  readonly output?: ToolOutput
  /** "ok", or the word that logs and `mtg explain` show for an end that is not charged. */
  readonly outcome: string
}

/** What a stream tells of a task. */
export interface TaskNews {
  readonly taskId: string
  /** Undefined: it goes on. */
  readonly end: TaskEnd | undefined
}

/** Follows the events of a streamed answer. */
export interface StreamJudge {
  /** Throws publisher_error for an event that cannot be part of an answer. */
  onEvent(event: SseEvent): Step | Promise<Step>
  /** The stream ended without a last event; throws publisher_error when the answer is not complete. */
  onEnd(): Verdict
}

/**
 * What becomes of an event: `pass` hands it over, `task` only to whom the task belongs and after what it says is settled, `hold` keeps it until the next one shows whether it was the last, and
 * `last` hands it over after the verdict is settled, and ends the stream.
 */
export type Step =
  | { readonly action: 'pass' | 'hold' }
  | { readonly action: 'task'; readonly news: TaskNews }
  | { readonly action: 'last'; readonly verdict: Verdict }

export const PASS: Step = { action: 'pass' }
export const HOLD: Step = { action: 'hold' }
