import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, ask } from '../../api/client.ts'
import type { Purchase } from '../../api/queries.ts'
import { useNewest } from '../../api/use-newest.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { changedPurchase } from './changed-purchase.ts'

/** Cancels a purchase. */
export function CancelDialog({
  purchase: opened,
  onClose,
}: {
  readonly purchase: Purchase
  readonly onClose: () => void
}): ReactNode {
  const client = useQueryClient()
  const path = { id: opened.id }
  const newest = useNewest(opened, () => ask(api.GET('/api/v1/purchases/{id}', { params: { path } })), changedPurchase)
  const purchase = newest.state
  const cancel = async () => {
    await newest.change(header => ask(api.DELETE('/api/v1/purchases/{id}', { params: { path, header } })))
    await client.invalidateQueries({ queryKey: ['purchases'] })
    toast(`${purchase.app} is cancelled.`)
  }
  return (
    <Confirm
      title={`Cancel ${purchase.app}?`}
      text={
        <>
          From now on calls of your keys are refused; those under way still end, and are charged as always.
          {purchase.tier === 'paid' && ' Nothing else was ever charged, so nothing is given back.'} The{' '}
          {Math.max(0, purchase.quota - purchase.used).toLocaleString('en-US')} calls that are left of this window are
          lost. You can obtain it again at any time; its meter then starts anew.
        </>
      }
      action="Cancel purchase"
      isOpen
      onClose={onClose}
      onConfirm={cancel}
    />
  )
}
