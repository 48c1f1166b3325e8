import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { type FormValues, SubmitForm } from '../../ui/form.tsx'
import { EntranceHead } from './entrance-head.tsx'

/** Asks for a link that sets a new password. */
export function ForgotPage(): ReactNode {
  const [sentTo, setSentTo] = useState<string>()
  const send = async ({ '/email': email = '' }: FormValues) => {
    await ask(api.POST('/api/v1/password-resets', { body: { email } }))
    setSentTo(email)
  }
  return (
    <>
      <EntranceHead
        title="Choose a new password"
        text={
          sentTo === undefined
            ? 'We send a link to your address.'
            : `If ${sentTo} has an account, a message with a link is on its way. It works for an hour.`
        }
      />
      {sentTo === undefined && (
        <SubmitForm onSubmit={send}>
          {({ isBusy }) => (
            <>
              <TextField label="E-mail address" name="/email" type="email" autoComplete="username" required />
              <Button type="submit" kind="primary" className="wide" isBusy={isBusy}>
                Send the link
              </Button>
            </>
          )}
        </SubmitForm>
      )}
      <p className="entrance-foot">
        <Link to="/login">Back to logging in</Link>
      </p>
    </>
  )
}
