import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import type { ReactNode } from 'react'
import { Empty, Failure, useTitle } from '../ui/page.tsx'

/** For addresses that lead nowhere. */
export function NotFound(): ReactNode {
  useTitle('Not found')
  return (
    <main className="entrance">
      <Empty
        icon={Compass}
        title="There is no such page"
        text="The address may be old, or mistyped."
        actions={
          <Link className="button primary" to="/">
            Go home
          </Link>
        }
      />
    </main>
  )
}

/** For what broke while a page was made. */
export function PageFailure({ error, reset }: ErrorComponentProps): ReactNode {
  useTitle('Something went wrong')
  return (
    <main className="entrance">
      <Failure error={error} retry={reset} />
    </main>
  )
}
