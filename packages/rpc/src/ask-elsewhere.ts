import type * as grpc from '@grpc/grpc-js'
import { endsWithin, systemClock } from '@mtg/primitives'
import type { ChannelPool } from './channel.ts'
import { SILENCE_MEMORY_MS, SILENCE_SHARE } from './lane-silence.ts'
import { isRefusal } from './status.ts'

/** What was heard of channels, so that those that fell silent are asked last. */
export class ChannelSilence {
  readonly #channels: ChannelPool
  readonly #heardAtMs = new WeakMap<grpc.Client, number>()
  readonly #leftAtMs = new WeakMap<grpc.Client, number>()

  constructor(channels: ChannelPool) {
    this.#channels = channels
  }

  /** As that of the pool, past channels that were left a short while ago, where there are others. */
  next(tried?: grpc.Client): grpc.Client | undefined {
    const first = this.#channels.next(tried)
    let channel = first
    for (let left = this.#channels.count() - 1; left > 0 && this.#wasLeft(channel); left -= 1) {
      channel = this.#channels.next(tried)
    }
    return this.#wasLeft(channel) ? first : channel
  }

  heard(channel: grpc.Client): void {
    this.#heardAtMs.set(channel, systemClock.monotonicMs())
    this.#leftAtMs.delete(channel)
  }

  left(channel: grpc.Client): void {
    this.#leftAtMs.set(channel, systemClock.monotonicMs())
  }

  /** When the channel was last heard; since `askedAtMs` at least, when the wait began. */
  lastHeardAtMs(channel: grpc.Client, askedAtMs: number): number {
    return Math.max(this.#heardAtMs.get(channel) ?? 0, askedAtMs)
  }

  #wasLeft(channel: grpc.Client | undefined): boolean {
    const leftAtMs = channel && this.#leftAtMs.get(channel)
    return leftAtMs !== undefined && systemClock.monotonicMs() - leftAtMs <= SILENCE_MEMORY_MS
  }
}

/** One question, and how it is asked. */
export interface Question {
  readonly channel: grpc.Client
  readonly silence: ChannelSilence
  readonly timeoutMs: number
  readonly ask: (channel: grpc.Client) => Promise<unknown>
}

/** Asks a server, and another one as well when the first has said nothing, to this or anything else, for a third of the time. */
export async function askElsewhere({ channel, silence, timeoutMs, ask }: Question): Promise<unknown> {
  const asked = toAnswer(ask(channel))
  if (!(await fallsSilent(asked, channel, silence, timeoutMs * SILENCE_SHARE))) return (await asked)()
  silence.left(channel)
  const other = silence.next(channel)
  if (other === undefined || other === channel) return (await asked)()
  const answer = await Promise.any([asked, toAnswer(ask(other))]).catch(() => asked)
  return answer()
}

/** What a server said, be it a refusal; rejects when none did. */
const toAnswer = (asked: Promise<unknown>): Promise<() => unknown> =>
  asked.then(
    response => () => response,
    (failure: unknown) => {
      if (!isRefusal(failure)) throw failure
      return () => {
        throw failure
      }
    },
  )

/** Whether nothing comes over the channel for so long before the answer does. */
async function fallsSilent(
  asked: Promise<unknown>,
  channel: grpc.Client,
  silence: ChannelSilence,
  silentMs: number,
): Promise<boolean> {
  const askedAtMs = systemClock.monotonicMs()
  for (;;) {
    const leftMs = silence.lastHeardAtMs(channel, askedAtMs) + silentMs - systemClock.monotonicMs()
    if (leftMs <= 0) return true
    if (await endsWithin(asked, leftMs)) return false
  }
}
