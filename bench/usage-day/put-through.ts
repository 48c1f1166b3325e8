import { randomUUID } from 'node:crypto'
import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectNats, createUsageConsumer, ensureUsageStreams, type NatsLink, usageNames } from '@mtg/events'
import { createLogger, createMetrics } from '@mtg/observability'
import type { NatsConnection } from 'nats'
import { makeEvents } from '../metering/events.ts'

/** What is put through. */
export interface Flow {
  readonly natsUrl: string
  /** Where the server keeps its data. */
  readonly storeDir: string
  readonly messageCount: number
  readonly eventsPerMessage: number
  /** What the stream may hold. */
  readonly streamBytesMax: number
  /** Told of each look at the stream. */
  readonly onSample?: (sample: Sample) => void
}

/** One look at the stream. */
export interface Sample {
  readonly storedMessages: number
  readonly streamBytes: number
  /** What the server's files take. */
  readonly diskBytes: number
}

/** What came of it. */
export interface Outcome {
  readonly seconds: number
  readonly payloadBytes: number
  readonly storedMessages: number
  /** Messages that came more than once. */
  readonly repeatedMessages: number
  readonly streamBytesMost: number
  readonly diskBytesMost: number
  readonly streamBytesAtEnd: number
}

const LANES = 4
const SAMPLE_MS = 250
const FULL_PAUSE_MS = 5

/**
 * Puts messages through a stream as edges and metering do: four under way, each sent again while the stream is full, and consumed
 * by the consumer of metering. What that would store is only counted: how fast it is stored is for `bench:metering` to say.
 */
export async function putThrough(flow: Flow): Promise<Outcome> {
  const log = createLogger({ service: 'bench', level: 'error' })
  const nats = connectNats({ url: flow.natsUrl, name: 'bench', log })
  const connection = await nats.connection()
  const stream = { bytesMax: flow.streamBytesMax }
  await ensureUsageStreams(connection, '', stream)
  const seen = new Uint8Array(flow.messageCount)
  const counts = { stored: 0, repeated: 0 }
  const consumer = createUsageConsumer({
    nats,
    prefix: '',
    log,
    metrics: createMetrics('bench'),
    stream,
    handle: async messages => {
      for (const { events } of messages) {
        const number = (events[0] as { number: number }).number
        if (seen[number] === 1) counts.repeated += 1
        else counts.stored += 1
        seen[number] = 1
      }
    },
    onPoison: ({ reason }) => Promise.reject(new Error(reason)),
  })
  const watch = watchStream(nats, flow, counts)
  const startedAtMs = performance.now()
  const [payloadBytes, most] = await Promise.all([publishAll(connection, flow), watch.untilDone(flow.messageCount)])
  const seconds = (performance.now() - startedAtMs) / 1000
  await consumer.close()
  await nats.close()
  return { ...most, seconds, payloadBytes, storedMessages: counts.stored, repeatedMessages: counts.repeated }
}

async function publishAll(connection: NatsConnection, flow: Flow): Promise<number> {
  const subject = usageNames('').subjectOf('recorded')
  // The same events in every message but for its number: making others would take longer than all else.
  const rest = JSON.stringify(makeEvents(flow.eventsPerMessage - 1, 10)).slice(1)
  let next = 0
  let payloadBytes = 0
  const lane = async () => {
    while (next < flow.messageCount) {
      const number = next++
      const payload = Buffer.from(`[{"number":${number}},${rest}`)
      payloadBytes += payload.length
      await publish(connection, subject, payload)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return payloadBytes
}

async function publish(connection: NatsConnection, subject: string, payload: Buffer): Promise<void> {
  const msgID = randomUUID()
  for (;;) {
    try {
      await connection.jetstream().publish(subject, payload, { msgID, timeout: 10_000 })
      return
    } catch {
      // Full, until somebody has stored what is in it.
      await pause(FULL_PAUSE_MS)
    }
  }
}

function watchStream(nats: NatsLink, flow: Flow, counts: { readonly stored: number }) {
  const most = { streamBytesMost: 0, diskBytesMost: 0, streamBytesAtEnd: 0 }

  async function look(): Promise<number> {
    const manager = await (await nats.connection()).jetstreamManager()
    const { state } = await manager.streams.info(usageNames('').streamOf('recorded'))
    const sample = {
      storedMessages: counts.stored,
      streamBytes: state.bytes,
      diskBytes: bytesOf(flow.storeDir),
    }
    most.streamBytesMost = Math.max(most.streamBytesMost, sample.streamBytes)
    most.diskBytesMost = Math.max(most.diskBytesMost, sample.diskBytes)
    most.streamBytesAtEnd = sample.streamBytes
    flow.onSample?.(sample)
    return sample.streamBytes
  }

  return {
    /** Resolves once that many are stored, and the stream is empty. */
    async untilDone(messageCount: number) {
      for (;;) {
        const streamBytes = await look()
        if (counts.stored >= messageCount && streamBytes === 0) return most
        await pause(SAMPLE_MS)
      }
    },
  }
}

/** Of all files below a folder; one that goes away meanwhile has none. */
function bytesOf(dir: string): number {
  try {
    const entries: Dirent[] = readdirSync(dir, { withFileTypes: true })
    return entries.reduce((sum, entry) => sum + sizeOf(join(dir, entry.name), entry.isDirectory()), 0)
  } catch {
    return 0
  }
}

function sizeOf(path: string, isFolder: boolean): number {
  if (isFolder) return bytesOf(path)
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}
