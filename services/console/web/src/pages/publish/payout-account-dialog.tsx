import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, ask } from '../../api/client.ts'
import type { Earnings } from '../../api/publisher-queries.ts'
import { Modal } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { TextField } from '../../ui/field.tsx'
import type { FormValues } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.tsx'

interface AccountDialogProps {
  readonly earnings: Earnings | undefined
  readonly onClose: () => void
}

/** Names the account that earnings go to. */
export function PayoutAccountDialog({ earnings, onClose }: AccountDialogProps): ReactNode {
  const client = useQueryClient()
  const current = earnings?.payout.account ?? null
  const connect = async ({ '/account': account = '' }: FormValues) => {
    await ask(api.POST('/api/v1/publisher/payout-account', { body: { account } }))
    await client.invalidateQueries({ queryKey: ['publisher'] })
    toast('Payouts go to this account from now on.')
    onClose()
  }
  return (
    <Modal
      title={current === null ? 'Connect a payout account' : 'Change the payout account'}
      text={
        current === null
          ? 'Paid calls of your apps pass from then on.'
          : `Now: ${current}. Payouts that are on their way still go there.`
      }
      isOpen
      onClose={onClose}
    >
      <DialogForm onSubmit={connect} onClose={onClose} action={current === null ? 'Connect' : 'Change'}>
        <TextField
          label="Account at the payment processor"
          name="/account"
          required
          maxLength={128}
          pattern="[\x21-\x7e]+"
          placeholder="acct_1A2B"
          autoComplete="off"
          spellCheck={false}
          hint="With Stripe, the id of your connected account."
          invalidText="Printable characters without spaces, such as acct_1A2B."
        />
      </DialogForm>
    </Modal>
  )
}
