import { Dialog } from '@base-ui/react/dialog'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api, ask } from '../api/client.ts'
import { listenToAccount } from '../api/live.ts'
import { type Account, accountQuery } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { Brand, Sidebar } from './nav.tsx'

/** What is around every page of who is logged in. */
export function Shell(): ReactNode {
  const { data: account } = useQuery(accountQuery)
  const main = useFocusOnNavigation()
  const client = useQueryClient()
  useEffect(() => listenToAccount(client), [client])
  if (account === undefined || account === null) return null
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <div className="shell">
        <Sidebar account={account} />
        <Topbar account={account} />
        <main id="main" className="main" ref={main} tabIndex={-1}>
          {!account.emailVerified && <VerifyBanner account={account} />}
          <Outlet />
        </main>
      </div>
    </>
  )
}

/** A new page begins where the keyboard is: at its top, as it would without scripts. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: state => state.resolvedLocation?.pathname })
  const previous = useRef(path)
  useEffect(() => {
    if (previous.current !== undefined && previous.current !== path) main.current?.focus({ preventScroll: true })
    previous.current = path
  }, [path])
  return main
}

function Topbar({ account }: { readonly account: Account }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <header className="topbar">
      <Brand />
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <Dialog.Trigger render={<Button kind="quiet" isIcon />} aria-label="Menu">
          <MenuIcon aria-hidden="true" />
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup className="drawer" aria-label="Menu">
            <Dialog.Close render={<Button kind="quiet" isIcon className="drawer-close" />} aria-label="Close the menu">
              <X aria-hidden="true" />
            </Dialog.Close>
            <Sidebar account={account} onNavigate={() => setOpen(false)} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </header>
  )
}

function VerifyBanner({ account }: { readonly account: Account }): ReactNode {
  const again = useMutation({
    mutationFn: () => ask(api.POST('/api/v1/account/verification')),
    onSuccess: () => toast(`A new link is on its way to ${account.email}.`),
    onError: error => toast(error.message),
  })
  return (
    <section className="banner" aria-label="E-mail address">
      <span className="banner-text">
        <strong>Verify your e-mail address</strong> to top up: open the link that was sent to {account.email}.
      </span>
      <Button size="small" isBusy={again.isPending} onClick={() => again.mutate()}>
        Send it again
      </Button>
    </section>
  )
}
