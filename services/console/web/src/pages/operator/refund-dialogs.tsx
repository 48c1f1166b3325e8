import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, ask } from '../../api/client.ts'
import { shownAmount } from '../../lib/money.ts'
import { Modal } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { AmountField, TextField } from '../../ui/field.tsx'
import type { FormValues } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.tsx'

const UUID_PATTERN = '[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}'

interface RefundDialogProps {
  readonly onClose: () => void
}

/** Gives the price of a call back to its buyer. */
export function RefundCallDialog({ onClose }: RefundDialogProps): ReactNode {
  const client = useQueryClient()
  const refund = async ({ '/id': id = '', '/reason': reason = '' }: FormValues) => {
    const params = { path: { id } }
    const { refunded } = await ask(api.POST('/api/v1/operator/calls/{id}/refund', { params, body: { reason } }))
    toast(`${shownAmount(refunded)} went back into the wallet.`)
    await client.invalidateQueries({ queryKey: ['operator'] })
    onClose()
  }
  return (
    <Modal
      title="Give a call back"
      text="Its price goes back into the buyer's wallet by a correction in the journal; the publisher's share is taken back. Twice gives back once."
      isOpen
      onClose={onClose}
    >
      <DialogForm onSubmit={refund} onClose={onClose} action="Give it back">
        <IdField label="Id of the call" />
        <TextField
          label="Reason"
          name="/reason"
          required
          maxLength={64}
          pattern="[A-Za-z0-9_\-]+"
          defaultValue="goodwill"
          hint="A word for the journal and the audit log."
          invalidText="Letters, digits, hyphens and underscores."
        />
      </DialogForm>
    </Modal>
  )
}

/** Sends money of a top-up back where it came from. */
export function RefundTopUpDialog({ onClose }: RefundDialogProps): ReactNode {
  const client = useQueryClient()
  const refund = async ({ '/id': id = '', '/amount': amount }: FormValues) => {
    const params = { path: { id } }
    const body = amount === undefined ? {} : { amount }
    const sent = await ask(api.POST('/api/v1/operator/top-ups/{id}/refund', { params, body }))
    toast(`${shownAmount(sent.amount)} ${sent.returned ? 'went back' : 'are on their way back'}.`)
    await client.invalidateQueries({ queryKey: ['operator'] })
    onClose()
  }
  return (
    <Modal
      title="Refund a top-up"
      text="The money goes back to where it was paid from, and leaves the wallet."
      isOpen
      onClose={onClose}
    >
      <DialogForm onSubmit={refund} onClose={onClose} action="Refund">
        <IdField label="Id of the top-up" />
        <AmountField
          isInCents
          label="Amount in USD"
          name="/amount"
          placeholder="all that is left of it"
          invalidText="An amount in whole cents, such as 12.50."
        />
      </DialogForm>
    </Modal>
  )
}

function IdField({ label }: { readonly label: string }): ReactNode {
  return (
    <TextField
      label={label}
      name="/id"
      required
      pattern={UUID_PATTERN}
      invalidText="An id like 7c9e6679-7425-40de-944b-e07fc1f90ae7."
      autoComplete="off"
    />
  )
}
