import { fieldLimits, invalidField, isPlainText } from '@mtg/rpc'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../domain/password.ts'

const EMAIL = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+$/
const EMAIL_LENGTH_MAX = 254

/** Throws `invalid_argument` unless mail can be sent to the address. */
export function validateNewEmail(email: string): void {
  const canCarry = isPlainText(email, fieldLimits.emailBytesMax) && email.length <= EMAIL_LENGTH_MAX
  if (!canCarry || !EMAIL.test(email)) throw invalidField('email', 'is not an e-mail address')
}

/** Throws `invalid_argument` unless somebody may have this as their password. */
export function validateNewPassword(password: string, field: string): void {
  if (password.length < PASSWORD_LENGTH_MIN || password.length > PASSWORD_LENGTH_MAX) {
    throw invalidField(field, `must have ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters`)
  }
}
