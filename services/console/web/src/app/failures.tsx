import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import type { ReactNode } from 'react'
import { Empty, Failure, useTitle } from '../ui/page.tsx'

/** For addresses that lead nowhere. */
export function NotFound(): ReactNode {
  return (
    <main className="entrance">
      <NoSuchPage />
    </main>
  )
}

/** The same within the console, whose menu stays. */
export function NoSuchPage(): ReactNode {
  useTitle('Not found')
  return (
    <>
      <h1 className="visually-hidden">Not found</h1>
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
    </>
  )
}

/** For what broke while a page was made. */
export function PageFailure({ error, reset }: ErrorComponentProps): ReactNode {
  useTitle('Something went wrong')
  return (
    <main className="entrance">
      <h1 className="visually-hidden">Something went wrong</h1>
      <Failure error={error} retry={reset} />
    </main>
  )
}
