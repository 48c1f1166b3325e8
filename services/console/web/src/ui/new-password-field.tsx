import type { ReactNode } from 'react'
import { TextField } from './field.tsx'

interface NewPasswordProps {
  readonly label: string
  readonly name: string
  /** What else is to be known of it. */
  readonly hint?: string
}

/** A password that is chosen, as the API takes one. */
export function NewPasswordField({ label, name, hint = '' }: NewPasswordProps): ReactNode {
  return (
    <TextField
      label={label}
      name={name}
      type="password"
      autoComplete="new-password"
      minLength={8}
      maxLength={1024}
      required
      hint={`At least 8 characters. ${hint}`.trim()}
      invalidText="A password has at least 8 characters."
    />
  )
}
