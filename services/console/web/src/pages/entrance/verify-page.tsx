import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import { accountQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { SubmitForm } from '../../ui/form.tsx'
import { EntranceHead } from './entrance-head.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Where the link in a message leads. A click is asked for, because programs open the links of mail as well. */
export function VerifyPage(): ReactNode {
  const token = useLinkToken()
  const client = useQueryClient()
  const [verified, setVerified] = useState<string>()
  const verify = async () => {
    const { email } = await ask(api.POST('/api/v1/accounts/verification', { body: { token: token ?? '' } }))
    await client.invalidateQueries({ queryKey: accountQuery.queryKey })
    setVerified(email)
  }
  if (verified !== undefined) {
    return (
      <>
        <EntranceHead title="Your e-mail address is verified" text={`${verified} can top up and publish now.`} />
        <Link className="button primary wide" to="/">
          Go to the console
        </Link>
      </>
    )
  }
  return (
    <>
      <EntranceHead
        title="Verify your e-mail address"
        text={
          token === undefined
            ? 'Open the link in the message that we sent you. It works once.'
            : 'One click, and it is known that you read mail there.'
        }
      />
      {token !== undefined && (
        <SubmitForm onSubmit={verify}>
          {({ isBusy }) => (
            <Button type="submit" kind="primary" className="wide" isBusy={isBusy}>
              Verify it
            </Button>
          )}
        </SubmitForm>
      )}
      <p className="entrance-foot">
        <Link to="/login">Log in</Link>
      </p>
    </>
  )
}
