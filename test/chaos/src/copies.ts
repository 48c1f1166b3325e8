import { setTimeout as sleep } from 'node:timers/promises'
import { parseNatsUrls, usageNames } from '@mtg/events'
import { connect, headers } from 'nats'
import type { Random } from './random.ts'

const COPY_RATIO = 0.2
const MARK = 'x-copy'
const RETRY_MS = 200

/** Sends a share of all usage messages a second time until the signal, and tells of each. */
export async function copyUsageMessages(
  natsUrl: string,
  random: Random,
  signal: AbortSignal,
  copied: () => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await copyWhileConnected(natsUrl, random, signal, copied)
    } catch {
      // The bus is down at the moment.
      await sleep(RETRY_MS)
    }
  }
}

async function copyWhileConnected(
  natsUrl: string,
  random: Random,
  signal: AbortSignal,
  copied: () => void,
): Promise<void> {
  const connection = await connect({ ...parseNatsUrls(natsUrl), timeout: 1000, reconnect: false })
  const close = () => void connection.close().catch(() => {})
  signal.addEventListener('abort', close, { once: true })
  if (signal.aborted) close()
  try {
    for await (const message of connection.subscribe(usageNames('').subjectOf('recorded'))) {
      if (message.headers?.has(MARK) === true || random.next() >= COPY_RATIO) continue
      // Without the message's id, so that the bus does not see that it is the same.
      const mark = headers()
      mark.set(MARK, '1')
      connection.publish(message.subject, message.data, { headers: mark })
      copied()
    }
  } finally {
    signal.removeEventListener('abort', close)
    await connection.close().catch(() => {})
  }
}
