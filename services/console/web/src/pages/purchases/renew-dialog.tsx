import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, ask } from '../../api/client.ts'
import type { Purchase } from '../../api/queries.ts'
import { useNewest } from '../../api/use-newest.ts'
import { Modal } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { toast } from '../../ui/toast.tsx'
import { changedPurchase } from './changed-purchase.ts'

interface RenewDialogProps {
  readonly purchase: Purchase
  readonly onClose: () => void
}

/** Says what renewing does, and does it. */
export function RenewDialog({ purchase: opened, onClose }: RenewDialogProps): ReactNode {
  const client = useQueryClient()
  const path = { id: opened.id }
  const newest = useNewest(opened, () => ask(api.GET('/api/v1/purchases/{id}', { params: { path } })), changedPurchase)
  const { app, tier, quota } = newest.state
  const renew = async () => {
    await newest.change(header => ask(api.POST('/api/v1/purchases/{id}/renewal', { params: { path, header } })))
    await client.invalidateQueries({ queryKey: ['purchases'] })
    toast(`${app} is active again.`)
    onClose()
  }
  return (
    <Modal title={`Renew ${app}?`} isOpen onClose={onClose}>
      <ul className="bullets">
        <li>
          A window of 30 days begins now, with a meter of 0{quota > 0 && ` of ${quota.toLocaleString('en-US')}`}: your
          keys can call it at once.
        </li>
        <li>
          {tier === 'paid'
            ? 'Nothing is charged now: each answered call costs its price, as before.'
            : 'It stays free.'}
        </li>
      </ul>
      <DialogForm onSubmit={renew} onClose={onClose} action="Renew" />
    </Modal>
  )
}
