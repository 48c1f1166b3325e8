import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { type FormValues, SubmitForm } from './form.tsx'

interface DialogFormProps {
  /** Sends it; what it throws is told as `SubmitForm` does. */
  readonly onSubmit: (values: FormValues) => Promise<void>
  readonly onClose: () => void
  /** What the button says, as a verb: "Save limits". */
  readonly action: string
  /** What it says while it is being sent. */
  readonly busyAction?: string
  /** What the other button says. */
  readonly keep?: string
  readonly children?: ReactNode
}

/** The form of a dialog: its fields, and below them a way back and one on. */
export function DialogForm(props: DialogFormProps): ReactNode {
  const { onSubmit, onClose, action, busyAction = action, keep = 'Not now', children } = props
  return (
    <SubmitForm onSubmit={onSubmit}>
      {({ isBusy }) => (
        <>
          {children}
          <div className="form-foot">
            <Button onClick={onClose}>{keep}</Button>
            <Button type="submit" kind="primary" isBusy={isBusy}>
              {isBusy ? busyAction : action}
            </Button>
          </div>
        </>
      )}
    </SubmitForm>
  )
}
