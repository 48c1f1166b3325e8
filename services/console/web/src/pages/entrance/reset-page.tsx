import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { type FormValues, SubmitForm } from '../../ui/form.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { EntranceHead } from './entrance-head.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Where the link in a message leads to who forgot a password. */
export function ResetPage(): ReactNode {
  const token = useLinkToken()
  const [isDone, setDone] = useState(false)
  const reset = async ({ '/newPassword': newPassword = '' }: FormValues) => {
    await ask(api.PUT('/api/v1/accounts/password', { body: { token: token ?? '', newPassword } }))
    setDone(true)
  }
  if (isDone) {
    return (
      <>
        <EntranceHead title="Your password is changed" text="All sessions were ended. Log in with the new one." />
        <Link className="button primary wide" to="/login">
          Log in
        </Link>
      </>
    )
  }
  return (
    <>
      <EntranceHead
        title="Choose a new password"
        text={token === undefined ? 'Open the link in the message that we sent you. It works once.' : undefined}
      />
      {token !== undefined && (
        <SubmitForm onSubmit={reset}>
          {({ isBusy }) => (
            <>
              <NewPasswordField label="New password" name="/newPassword" />
              <Button type="submit" kind="primary" className="wide" isBusy={isBusy}>
                Change the password
              </Button>
            </>
          )}
        </SubmitForm>
      )}
      <p className="entrance-foot">
        <Link to="/forgot-password">Send another link</Link>
      </p>
    </>
  )
}
