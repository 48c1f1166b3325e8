import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, ask } from '../../api/client.ts'
import type { Earnings } from '../../api/publisher-queries.ts'
import { amountOf, CENT_MICROS, microsOf, shownAmount } from '../../lib/money.ts'
import { Modal } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { AmountField } from '../../ui/field.tsx'
import type { FormValues } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.tsx'

interface PayoutDialogProps {
  readonly earnings: Earnings
  readonly onClose: () => void
}

/** Sends what is payable, or a part of it. */
export function PayoutDialog({ earnings, onClose }: PayoutDialogProps): ReactNode {
  const client = useQueryClient()
  const payable = microsOf(earnings.payable)
  const most = amountOf(payable - (payable % CENT_MICROS))
  const send = async ({ '/amount': amount }: FormValues) => {
    const body = amount === undefined ? {} : { amount }
    const payout = await ask(api.POST('/api/v1/publisher/payouts', { body }))
    await client.invalidateQueries({ queryKey: ['publisher'] })
    toast(`${shownAmount(payout.amount)} are on their way.`)
    onClose()
  }
  return (
    <Modal
      title="Send a payout"
      text={`To ${earnings.payout.account ?? 'your account'}. What is less than a cent stays payable.`}
      isOpen
      onClose={onClose}
    >
      <DialogForm onSubmit={send} onClose={onClose} action="Send" busyAction="Sending …">
        <AmountField
          isInCents
          label="Amount in USD"
          name="/amount"
          defaultValue={most}
          hint={`At most ${shownAmount(most)}. Empty: all of it.`}
          invalidText="An amount in whole cents, such as 12.50."
        />
      </DialogForm>
    </Modal>
  )
}
