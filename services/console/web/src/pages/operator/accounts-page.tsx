import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import { type AuditEntry, auditQuery } from '../../api/operator-queries.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { type FormValues, SubmitForm } from '../../ui/form.tsx'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { auditColumns } from './audit-columns.tsx'

interface Wish {
  readonly kind: 'buyer' | 'publisher'
  readonly name: string
  readonly suspended: boolean
}

/** Suspending and resuming, and who did it lately. */
export function AccountsPage(): ReactNode {
  const [wish, setWish] = useState<Wish>()
  const client = useQueryClient()
  const carryOut = async ({ kind, name, suspended }: Wish) => {
    await (kind === 'buyer' ? setBuyer(name, suspended) : setPublisher(name, suspended))
    toast(suspended ? `${name} is suspended.` : `${name} may go on.`)
    await client.invalidateQueries({ queryKey: ['operator', 'audit'] })
  }
  return (
    <Page title="Accounts" text="Suspend who does harm, and let them go on. Their data and money stay as they are.">
      <div className="columns">
        <StatusCard
          kind="buyer"
          title="A buyer"
          text="Its calls, keys and tokens are refused with buyer_suspended. Calls under way are finished."
          field={
            <TextField label="E-mail address" name="/email" type="email" required maxLength={254} autoComplete="off" />
          }
          onWish={setWish}
        />
        <StatusCard
          kind="publisher"
          title="A publisher"
          text="Its apps leave the marketplace, and their calls are refused with publisher_suspended."
          field={
            <TextField
              label="Publisher name"
              name="/username"
              required
              maxLength={64}
              pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
              autoComplete="off"
              invalidText="The name before its apps, such as acme."
            />
          }
          onWish={setWish}
        />
      </div>
      <LatelyCard action="AccountAdminService.SetBuyerStatus" title="Buyers, lately" />
      <LatelyCard action="CatalogAdminService.SetPublisherStatus" title="Publishers, lately" />
      {wish !== undefined && (
        <Confirm
          title={wish.suspended ? `Suspend ${wish.name}?` : `Resume ${wish.name}?`}
          text={
            wish.suspended
              ? 'It takes effect within a second, and stands in the audit log with your name.'
              : 'Calls pass again within a second. It stands in the audit log with your name.'
          }
          action={wish.suspended ? 'Suspend' : 'Resume'}
          kind={wish.suspended ? 'danger-fill' : 'primary'}
          keep="Leave it"
          isOpen
          onClose={() => setWish(undefined)}
          onConfirm={() => carryOut(wish)}
        />
      )}
    </Page>
  )
}

async function setBuyer(email: string, suspended: boolean): Promise<void> {
  const body = { email }
  await ask(
    suspended
      ? api.POST('/api/v1/operator/buyers/suspend', { body })
      : api.POST('/api/v1/operator/buyers/resume', { body }),
  )
}

async function setPublisher(username: string, suspended: boolean): Promise<void> {
  const body = { username }
  await ask(
    suspended
      ? api.POST('/api/v1/operator/publishers/suspend', { body })
      : api.POST('/api/v1/operator/publishers/resume', { body }),
  )
}

interface StatusCardProps {
  readonly kind: 'buyer' | 'publisher'
  readonly title: string
  readonly text: string
  readonly field: ReactNode
  readonly onWish: (wish: Wish) => void
}

function StatusCard({ kind, title, text, field, onWish }: StatusCardProps): ReactNode {
  const [suspended, setSuspended] = useState(true)
  const submit = async (values: FormValues) => {
    onWish({ kind, suspended, name: values['/email'] ?? values['/username'] ?? '' })
    await Promise.resolve()
  }
  return (
    <Card title={title} text={text}>
      <SubmitForm onSubmit={submit}>
        {() => (
          <>
            {field}
            <div className="form-foot">
              <Button type="submit" onClick={() => setSuspended(false)}>
                Resume
              </Button>
              <Button type="submit" kind="danger" onClick={() => setSuspended(true)}>
                Suspend
              </Button>
            </div>
          </>
        )}
      </SubmitForm>
    </Card>
  )
}

const idOf = (entry: AuditEntry) => entry.id

function LatelyCard({ action, title }: { readonly action: string; readonly title: string }): ReactNode {
  const entries = useQuery(auditQuery({ action, pageSize: 10 }))
  return (
    <Card
      title={title}
      isPadded={false}
      actions={
        <Link className="button small" to="/operator/audit" search={{ action }}>
          All of them
        </Link>
      }
    >
      <DataTable
        label={title}
        columns={auditColumns}
        rows={entries.data?.items}
        idOf={idOf}
        error={entries.error}
        retry={() => void entries.refetch()}
        skeletonRows={2}
        empty={
          <Empty icon={UsersRound} title="Nobody was suspended yet" text="Acts by mtg and by file stand here, too." />
        }
      />
    </Card>
  )
}
