import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@mtg/primitives'
import { createTransport } from 'nodemailer'
import type { Message } from '../domain/message.ts'

/** Hands messages over. */
export interface Mailer {
  /** Rejects when it cannot be handed over now. */
  send(message: Message, id: string): Promise<void>
  close(): void
}

/** Where messages go. */
export interface MailerOptions {
  /** A mail server; undefined: files. */
  readonly smtpUrl: string | undefined
  readonly from: string
  readonly outboxDir: string
  readonly clock: Clock
}

const SMTP_TIMEOUT_MS = 15_000

/** Opens the way to a mail server, or the folder that stands for one. */
export function openMailer(options: MailerOptions): Mailer {
  return options.smtpUrl === undefined ? outbox(options) : mailServer(options.smtpUrl, options.from)
}

function mailServer(url: string, from: string): Mailer {
  const timeouts = {
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  }
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  return {
    async send({ to, subject, text }, id) {
      const domain = from.split('@').at(-1)?.replace('>', '') ?? 'localhost'
      // The address as a field of its own: nothing in it is read as a list of addresses.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, messageId: `<${id}@${domain}>` })
    },
    close: () => transport.close(),
  }
}

/** A file each, which people and tests read as it is. */
function outbox({ outboxDir, from, clock }: MailerOptions): Mailer {
  return {
    async send({ to, subject, text }, id) {
      const date = new Date(clock.nowMs())
      const head = [
        `From: ${from}`,
        `To: ${to}`,
        `Subject: ${subject}`,
        `Date: ${date.toUTCString()}`,
        `Message-ID: <${id}@localhost>`,
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 8bit',
      ]
      const name = `${date.toISOString().replaceAll(':', '-')}-${id}.eml`
      await mkdir(outboxDir, { recursive: true, mode: 0o700 })
      const draft = join(outboxDir, `.${randomUUID()}`)
      await writeFile(draft, `${head.join('\n')}\n\n${text}`, { mode: 0o600 })
      // Whoever looks into the folder sees whole messages only.
      await rename(draft, join(outboxDir, name))
    },
    close() {},
  }
}
