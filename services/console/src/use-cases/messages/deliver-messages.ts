import type { Logger } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import type { Sealer } from '@mtg/runtime'
import type { Mailer } from '../../clients/mailer.ts'
import type { Message } from '../../domain/message.ts'
import { claimMessages, endMessage, type WaitingMessage } from '../../store/messages.ts'

/** Where messages wait, and who takes them. */
export interface DeliverMessagesDeps {
  readonly db: Database
  readonly mailer: Mailer
  readonly log: Logger
  readonly messageSealer: Sealer
}

const BATCH_MAX = 20
/** The last of them comes about a day after the first. */
const ATTEMPTS_MAX = 18

/** Hands over all messages whose time has come. What fails is tried again, later and later, for about a day. */
export async function deliverMessages(deps: DeliverMessagesDeps): Promise<void> {
  for (;;) {
    const messages = await claimMessages(deps.db, BATCH_MAX)
    await Promise.all(messages.map(message => deliver(deps, message)))
    if (messages.length < BATCH_MAX) return
  }
}

async function deliver(
  { db, mailer, log, messageSealer }: DeliverMessagesDeps,
  waiting: WaitingMessage,
): Promise<void> {
  const { id, sealed, attempts } = waiting
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the seal says that we wrote it
    await mailer.send(JSON.parse(messageSealer.open(sealed, id)) as Message, id)
  } catch (err) {
    if (attempts < ATTEMPTS_MAX) return log.warn({ err, messageId: id, attempts }, 'a message could not be handed over')
    log.error({ err, messageId: id }, 'a message was given up')
  }
  await endMessage(db, id)
}
