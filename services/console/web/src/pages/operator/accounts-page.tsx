import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { BuyersCard, PublishersCard, type Wish } from './account-cards.tsx'

/** Who buys and who sells, and suspending and resuming them. */
export function AccountsPage(): ReactNode {
  const [wish, setWish] = useState<Wish>()
  const client = useQueryClient()
  const carryOut = async ({ kind, name, suspended }: Wish) => {
    await (kind === 'buyer' ? setBuyer(name, suspended) : setPublisher(name, suspended))
    toast(suspended ? `${name} is suspended.` : `${name} may go on.`)
    await client.invalidateQueries({ queryKey: ['operator'] })
  }
  return (
    <Page title="Accounts" text="Who buys and who sells here. Data and money of whoever is suspended stay as they are.">
      <BuyersCard onWish={setWish} />
      <PublishersCard onWish={setWish} />
      {wish !== undefined && (
        <Confirm
          title={wish.suspended ? `Suspend ${wish.name}?` : `Resume ${wish.name}?`}
          text={
            wish.suspended
              ? SUSPENDING[wish.kind]
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

const SUSPENDING = {
  buyer:
    'Within a second its calls, keys and tokens are refused with buyer_suspended; calls under way are finished. It stands in the audit log with your name.',
  publisher:
    'Within a second its apps leave the marketplace, and their calls are refused with publisher_suspended. It stands in the audit log with your name.',
} as const

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
