import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, ask } from '../../api/client.ts'
import { accountQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { type FormValues, SubmitForm } from '../../ui/form.tsx'
import { EntranceHead } from './entrance-head.tsx'

/** Logs in. */
export function LoginPage(): ReactNode {
  const { next = '/' } = useSearch({ from: '/entrance/login' })
  const client = useQueryClient()
  const router = useRouter()
  const logIn = async ({ '/email': email = '', '/password': password = '' }: FormValues) => {
    const account = await ask(api.POST('/api/v1/session', { body: { email, password } }))
    client.clear()
    client.setQueryData(accountQuery.queryKey, account)
    router.history.push(next)
  }
  return (
    <>
      <EntranceHead title="Log in" text="Your wallet, your keys, and every call they made." />
      <SubmitForm onSubmit={logIn}>
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
            <TextField label="Password" name="/password" type="password" autoComplete="current-password" required />
            <Button type="submit" kind="primary" className="wide" isBusy={isBusy}>
              {isBusy ? 'Logging in …' : 'Log in'}
            </Button>
          </>
        )}
      </SubmitForm>
      <p className="entrance-foot">
        New here? <Link to="/signup">Create an account</Link> · <Link to="/forgot-password">Forgot the password?</Link>
      </p>
    </>
  )
}
