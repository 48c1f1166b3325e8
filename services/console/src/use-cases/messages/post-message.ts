import type { Logger } from '@mtg/observability'
import type { Database } from '@mtg/postgres'
import { type Clock, uuidv7 } from '@mtg/primitives'
import type { Sealer } from '@mtg/runtime'
import { recipientHashOf } from '../../domain/email-key.ts'
import type { Message } from '../../domain/message.ts'
import { insertMessage } from '../../store/messages.ts'

/** Where messages wait, and who hears that there is one. */
export interface PostMessageDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
  /** Encrypts messages on their way. */
  readonly messageSealer: Sealer
  readonly messagesPerHourMax: number
  /** Says that something waits. */
  readonly onMessage: () => void
}

/** Keeps a message until it is handed over. One address gets only so many in an hour, whoever asks for them. */
export async function postMessage(deps: PostMessageDeps, message: Message): Promise<void> {
  const id = uuidv7(deps.clock.nowMs())
  const sealed = deps.messageSealer.seal(JSON.stringify(message), id)
  const row = { id, recipientHash: recipientHashOf(message.to), sealed }
  const isKept = await insertMessage(deps.db, row, deps.messagesPerHourMax)
  if (isKept) deps.onMessage()
  else deps.log.warn({ subject: message.subject }, 'an address has had too many messages')
}
