import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'

interface ModalProps {
  readonly title: string
  readonly text?: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Whether a click beside it closes it; not while it shows what is shown once. */
  readonly isDismissible?: boolean
  readonly children: ReactNode
}

/** Something that is done before the page goes on. */
export function Modal({ title, text, isOpen, onClose, isDismissible = true, children }: ModalProps): ReactNode {
  return (
    <Dialog.Root
      open={isOpen}
      disablePointerDismissal={!isDismissible}
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">{title}</Dialog.Title>
          {text !== undefined && <Dialog.Description className="dialog-text">{text}</Dialog.Description>}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface ConfirmProps {
  readonly title: string
  readonly text: ReactNode
  /** What the button says, as a verb: "Revoke key". */
  readonly action: string
  /** How the button looks; what takes something away is red. */
  readonly kind?: 'primary' | 'danger-fill'
  /** What the other button says. */
  readonly keep?: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onConfirm: () => Promise<void>
}

/** Asks before something that others will feel, or that cannot be undone. */
export function Confirm(props: ConfirmProps): ReactNode {
  const { title, text, action, kind = 'danger-fill', keep = 'Keep it', isOpen, onClose, onConfirm } = props
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const confirm = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal title={title} text={text} isOpen={isOpen} onClose={onClose}>
      {failure !== undefined && (
        <div className="alert" role="alert">
          {failure}
        </div>
      )}
      <div className="form-foot">
        <Button onClick={onClose}>{keep}</Button>
        <Button kind={kind} isBusy={isBusy} onClick={() => void confirm()}>
          {action}
        </Button>
      </div>
    </Modal>
  )
}
