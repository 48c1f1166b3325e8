import { createHash } from 'node:crypto'

/** The form in which e-mails are compared, as auth does it. */
export function emailKeyOf(email: string): string {
  return email.trim().toLowerCase()
}

/** Stands for an address where it need not be read. */
export function recipientHashOf(email: string): Buffer {
  return createHash('sha256').update(emailKeyOf(email)).digest()
}
