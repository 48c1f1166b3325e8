/** A message to a person. */
export interface Message {
  readonly to: string
  readonly subject: string
  /** Plain text; a link stands on a line of its own. */
  readonly text: string
}

/** Somebody signed up with an address that nobody knew. */
export function verificationMessage(to: string, link: string): Message {
  const text = `Somebody, hopefully you, signed up at the Metered Tool Gateway with this e-mail address.

If it was you, open this link to verify the address:

${link}

If it was not you, ignore this message: without the link the account can neither hold money nor publish anything.
`
  return { to, subject: 'Verify your e-mail address', text }
}

/** Somebody signed up with an address that has an account. */
export function alreadyKnownMessage(to: string, resetLink: string): Message {
  const text = `Somebody, hopefully you, tried to sign up at the Metered Tool Gateway with this e-mail address, which has an account
already. Nothing of it was changed: whoever it was has an empty account of their own.

If it was you and you do not know the password any more, open this link to choose another one:

${resetLink}

If it was not you, ignore this message.
`
  return { to, subject: 'You already have an account', text }
}

/** Somebody asked for another password. */
export function resetMessage(to: string, link: string): Message {
  const text = `Somebody, hopefully you, asked for a new password at the Metered Tool Gateway.

If it was you, open this link to choose one:

${link}

If it was not you, ignore this message: your password stays as it is.
`
  return { to, subject: 'Choose a new password', text }
}

/** The password of an account was changed. */
export function passwordChangedMessage(to: string): Message {
  const text = `The password of your account at the Metered Tool Gateway was changed, and its other sessions were ended.

If it was not you, choose a new password at once: ask for a link with "Forgot password".
`
  return { to, subject: 'Your password was changed', text }
}
