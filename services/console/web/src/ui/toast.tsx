import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

const manager = Toast.createToastManager()

/** Says in a corner that something was done. */
export function toast(text: string): void {
  manager.add({ title: text })
}

/** Where toasts appear: once, around the app. */
export function Toasts({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Toast.Provider toastManager={manager}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList(): ReactNode {
  const { toasts } = Toast.useToastManager()
  return toasts.map(each => (
    <Toast.Root key={each.id} toast={each} className="toast">
      <Toast.Title />
      <Toast.Close render={<Button kind="quiet" size="small" isIcon />} aria-label="Close">
        <X aria-hidden="true" />
      </Toast.Close>
    </Toast.Root>
  ))
}
