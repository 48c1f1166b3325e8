import { createHmac } from 'node:crypto'

/** The form in which e-mails are compared: they are unique without regard to case. */
export function emailKeyOf(email: string): string {
  return email.trim().toLowerCase()
}

/** Stands for the e-mail of a buyer who was deleted: recognised when it comes again, and readable to nobody. */
export function digestEmail(pepper: Buffer, emailKey: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac('sha256', pepper).update(`e-mail\n${emailKey}`).digest())
}
