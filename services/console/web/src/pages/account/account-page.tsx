import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, ask } from '../../api/client.ts'
import { accountQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { type FormValues, SubmitForm } from '../../ui/form.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { Badge, Skeleton } from '../../ui/values.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** Who one is here, and where one is logged in. */
export function AccountPage(): ReactNode {
  const { data: account } = useQuery(accountQuery)
  return (
    <Page title="Account" text="Your address, your password, and where you are logged in.">
      <div className="columns">
        <Card title="You">
          <dl className="facts">
            <dt>E-mail address</dt>
            <dd className="split">
              {account?.email ?? <Skeleton width="10rem" />}
              {account?.emailVerified === true && <Badge tone="good">verified</Badge>}
              {account?.emailVerified === false && <Badge tone="warn">not verified</Badge>}
            </dd>
            <dt>Account id</dt>
            <dd>
              <code>{account?.id}</code>
            </dd>
            <dt>Publisher</dt>
            <dd>{account?.publisher?.username ?? <span className="muted">not one</span>}</dd>
          </dl>
        </Card>
        <PasswordCard />
      </div>
      <SessionsCard />
    </Page>
  )
}

function PasswordCard(): ReactNode {
  const { data: account } = useQuery(accountQuery)
  const client = useQueryClient()
  const change = async ({ '/currentPassword': currentPassword = '', '/newPassword': newPassword = '' }: FormValues) => {
    await ask(api.PUT('/api/v1/account/password', { body: { currentPassword, newPassword } }))
    toast('Your password is changed. Your other sessions were ended.')
    await client.invalidateQueries({ queryKey: ['sessions'] })
  }
  return (
    <Card title="Password" text="Changing it ends all other sessions.">
      <SubmitForm onSubmit={change} isResetAfter>
        {({ isBusy }) => (
          <>
            {/* For the browser's store of passwords. */}
            <input hidden type="text" autoComplete="username" readOnly value={account?.email ?? ''} />
            <TextField
              label="Current password"
              name="/currentPassword"
              type="password"
              autoComplete="current-password"
              required
            />
            <NewPasswordField label="New password" name="/newPassword" />
            <div className="form-foot">
              <Button type="submit" isBusy={isBusy}>
                Change password
              </Button>
            </div>
          </>
        )}
      </SubmitForm>
    </Card>
  )
}
