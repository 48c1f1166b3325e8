import { useQueryClient } from '@tanstack/react-query'
import { BadgeDollarSign, Gauge, type LucideIcon, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { api, ask } from '../../api/client.ts'
import { type Account, accountQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { type FormValues, SubmitForm } from '../../ui/form.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'

const reasons: readonly { readonly icon: LucideIcon; readonly title: string; readonly text: string }[] = [
  {
    icon: BadgeDollarSign,
    title: 'Paid by the call',
    text: 'You set a price for each tool. Buyers pay ahead, so every answer that you deliver is already paid for.',
  },
  {
    icon: ShieldCheck,
    title: 'Your server stays yours',
    text: 'Keys, limits, retries and bills are done here. Your server sees one caller, with one credential.',
  },
  {
    icon: Gauge,
    title: 'Free tiers that end',
    text: 'Let people try with a monthly quota; they upgrade by a click, without a new key.',
  },
]

/** What publishing is, and the one thing that it needs: a name. */
export function BecomePublisher({ account }: { readonly account: Account }): ReactNode {
  const client = useQueryClient()
  const become = async ({ '/username': username = '' }: FormValues) => {
    await ask(api.PUT('/api/v1/publisher', { body: { username } }))
    await client.invalidateQueries({ queryKey: accountQuery.queryKey })
    toast(`You publish as ${username} from now on.`)
  }
  return (
    <Page title="Publish an app" text="Sell calls of your MCP server or text model: listed here within a lunch break.">
      <ul className="grid">
        {reasons.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <section className="card purchase">
              <span className="empty-icon">
                <Icon aria-hidden="true" />
              </span>
              <div className="stack tight">
                <h2>{title}</h2>
                <p className="muted">{text}</p>
              </div>
            </section>
          </li>
        ))}
      </ul>
      <Card title="Choose a name" text="It stands before the names of your apps, and is in their addresses.">
        <SubmitForm onSubmit={become} className="form narrow">
          {({ isBusy }) => (
            <>
              {!account.emailVerified && (
                <div className="alert warn">Verify your e-mail address first: the link is in your mail.</div>
              )}
              <TextField
                label="Publisher name"
                name="/username"
                placeholder="acme"
                required
                minLength={3}
                maxLength={32}
                pattern="[a-z0-9]+(?:-[a-z0-9]+)*"
                autoComplete="off"
                spellCheck={false}
                hint="3 to 32 lower-case letters, digits and single hyphens. It can be changed until you have an app."
                invalidText="3 to 32 lower-case letters, digits, and single hyphens between them."
              />
              <div className="form-foot">
                <Button type="submit" kind="primary" isBusy={isBusy}>
                  Become a publisher
                </Button>
              </div>
            </>
          )}
        </SubmitForm>
      </Card>
    </Page>
  )
}
