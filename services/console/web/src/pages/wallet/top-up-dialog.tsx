import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { api, ask } from '../../api/client.ts'
import { accountQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { TextField } from '../../ui/field.tsx'
import type { FormValues } from '../../ui/form.tsx'

const AMOUNTS = ['10', '25', '50', '100']

/** Asks for an amount, and leads to where it is paid. */
export function TopUpDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
}): ReactNode {
  const { data: account } = useQuery(accountQuery)
  const start = async ({ '/amount': amount = '' }: FormValues) => {
    const { url } = await ask(api.POST('/api/v1/wallet/top-ups', { body: { amount } }))
    if (url !== null) location.assign(url)
  }
  return (
    <Modal
      title="Top up the wallet"
      text="You pay on the page of the payment processor, and come back here."
      isOpen={isOpen}
      onClose={onClose}
    >
      {account?.emailVerified === false && (
        <div className="alert warn">Verify your e-mail address first: the link is in your mail.</div>
      )}
      <DialogForm onSubmit={start} onClose={onClose} action="Continue to payment" busyAction="Opening …">
        <AmountField />
      </DialogForm>
    </Modal>
  )
}

function AmountField(): ReactNode {
  const field = useRef<HTMLDivElement>(null)
  const choose = (amount: string) => {
    const input = field.current?.querySelector('input')
    if (input === null || input === undefined) return
    // React hears of it as if it had been typed.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, amount)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <div className="stack" ref={field}>
      <TextField
        label="Amount in USD"
        name="/amount"
        unit="$"
        inputMode="decimal"
        pattern="(?:[5-9]|[1-9]\d{1,2}|1000)(?:\.\d{1,2})?"
        defaultValue="25"
        required
        hint="From $5 to $1,000."
        invalidText="An amount from 5 to 1000, such as 25 or 12.50."
      />
      <div className="choices">
        {AMOUNTS.map(amount => (
          <Button key={amount} size="small" onClick={() => choose(amount)}>
            ${amount}
          </Button>
        ))}
      </div>
    </div>
  )
}
