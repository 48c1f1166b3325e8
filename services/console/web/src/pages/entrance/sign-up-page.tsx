import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { type FormValues, SubmitForm } from '../../ui/form.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { EntranceHead } from './entrance-head.tsx'

/** Signs up. */
export function SignUpPage(): ReactNode {
  const [sentTo, setSentTo] = useState<string>()
  const signUp = async ({ '/email': email = '', '/password': password = '' }: FormValues) => {
    await ask(api.POST('/api/v1/accounts', { body: { email, password } }))
    setSentTo(email)
  }
  if (sentTo !== undefined) return <MessageSent email={sentTo} />
  return (
    <>
      <EntranceHead title="Create an account" text="Free apps and keys at once; money once your address is verified." />
      <SubmitForm onSubmit={signUp}>
        {({ isBusy }) => (
          <>
            <TextField
              label="E-mail address"
              name="/email"
              type="email"
              autoComplete="username"
              required
              invalidText="This does not look like an e-mail address."
            />
            <NewPasswordField
              label="Password"
              name="/password"
              hint="A few words are easier to keep in mind than signs."
            />
            <Button type="submit" kind="primary" className="wide" isBusy={isBusy}>
              {isBusy ? 'Creating the account …' : 'Create account'}
            </Button>
          </>
        )}
      </SubmitForm>
      <p className="entrance-foot">
        You have an account? <Link to="/login">Log in</Link>
      </p>
    </>
  )
}

function MessageSent({ email }: { readonly email: string }): ReactNode {
  return (
    <>
      <EntranceHead
        title="Look into your mail"
        text={
          <>
            A message is on its way to <strong className="break">{email}</strong>. Its link verifies the address; you
            can log in already.
          </>
        }
      />
      <LinkButton to="/login" kind="primary">
        <MailCheck aria-hidden="true" /> Log in
      </LinkButton>
    </>
  )
}
