import { setTimeout as delay } from 'node:timers/promises'
import * as grpc from '@grpc/grpc-js'
import { systemClock } from '@mtg/primitives'
import { followAddresses, type Resolve } from './addresses.ts'
import { FORWARDED } from './forwarded.ts'
import { tokenForService } from './identity.ts'

/**
 * Options of every channel: reconnects quickly (a restarted service is back within a second), and notices a peer that
 * is gone without a word within about 13 s even when nothing is sent.
 */
const channelOptions: grpc.ChannelOptions = {
  'grpc.initial_reconnect_backoff_ms': 50,
  'grpc.min_reconnect_backoff_ms': 50,
  'grpc.max_reconnect_backoff_ms': 500,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 3_000,
  'grpc.keepalive_permit_without_calls': 1,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  // Two clients of one process must not share a connection: each stream pool counts on having its own.
  'grpc.use_local_subchannel_pool': 1,
}

/** Channels to every address of a list, as they come and go. */
export interface ChannelPool {
  /**
   * A connected one, a different one each time, and another than `tried` where there is one; one that is not connected when
   * none is; undefined when none is known.
   */
  next(tried?: grpc.Client): grpc.Client | undefined
  /** Waits until one is connected, at most `timeoutMs`. */
  untilConnected(timeoutMs: number): Promise<void>
  /** How many addresses are known. */
  count(): number
  /** As `next`, waiting for the first one to be known. Rejects after `timeoutMs`. */
  first(timeoutMs: number): Promise<grpc.Client>
  close(): void
}

/** Told of channels; `gone` ones are closed a minute later. */
export interface ChannelListener {
  opened(channel: grpc.Client): void
  gone(channel: grpc.Client): void
}

/** How long what has begun on a channel may take after its address is gone. */
const CLOSE_DELAY_MS = 60_000

const CONNECT_POLL_MS = 10

/** Whether the channel is connected; if it is not, it tries to be. */
export function isConnected(channel: grpc.Client): boolean {
  return channel.getChannel().getConnectivityState(true) === grpc.connectivityState.READY
}

/** Opens a channel per address. See `followAddresses` for the forms of an address. */
export function openChannels(addresses: string, listener?: ChannelListener, resolve?: Resolve): ChannelPool {
  const channels = new Map<string, grpc.Client>()
  const waiting = new Set<(channel: grpc.Client) => void>()
  const closing = new Map<grpc.Client, NodeJS.Timeout>()
  let turn = 0

  const appeared = (address: string) => {
    const channel = new grpc.Client(address, grpc.credentials.createInsecure(), channelOptions)
    channels.set(address, channel)
    listener?.opened(channel)
    for (const resolveFirst of waiting) resolveFirst(channel)
    waiting.clear()
  }
  const gone = (address: string) => {
    const channel = channels.get(address)
    if (channel === undefined) return
    channels.delete(address)
    listener?.gone(channel)
    const close = () => {
      closing.delete(channel)
      channel.close()
    }
    closing.set(channel, setTimeout(close, CLOSE_DELAY_MS).unref())
  }
  const addressBook = followAddresses(addresses, { appeared, gone }, resolve)

  const next = (tried?: grpc.Client) => {
    const all = [...channels.values()]
    turn = (turn + 1) % Math.max(1, all.length)
    const inTurn = [...all.slice(turn), ...all.slice(0, turn)]
    // Every one is asked, so that all connect.
    const connected = inTurn.filter(isConnected)
    return connected.find(channel => channel !== tried) ?? connected[0] ?? inTurn[0]
  }
  return {
    next,
    async untilConnected(timeoutMs) {
      const giveUpAtMs = systemClock.monotonicMs() + timeoutMs
      while (![...channels.values()].some(isConnected) && systemClock.monotonicMs() < giveUpAtMs) {
        await delay(CONNECT_POLL_MS)
      }
    },
    count: () => channels.size,
    first(timeoutMs) {
      const known = next()
      if (known !== undefined) return Promise.resolve(known)
      return new Promise((resolveFirst, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(resolveFirst)
          reject(new Error(`${addresses} was not resolved within ${timeoutMs} ms`))
        }, timeoutMs)
        waiting.add(channel => {
          clearTimeout(timer)
          resolveFirst(channel)
        })
      })
    },
    close() {
      addressBook.close()
      for (const [channel, timer] of closing) {
        clearTimeout(timer)
        channel.close()
      }
      for (const channel of channels.values()) channel.close()
    },
  }
}

/** Metadata that tells a service who calls; `forwards`: another of its own cells, for which it is to answer by itself. */
export function callMetadata(secret: string | undefined, serviceName: string, forwards = false): grpc.Metadata {
  const metadata = new grpc.Metadata()
  if (forwards) metadata.set(FORWARDED, '1')
  const token = secret === undefined || secret === '' ? undefined : tokenForService(secret, serviceName)
  if (token !== undefined) metadata.set('authorization', `Bearer ${token}`)
  return metadata
}
