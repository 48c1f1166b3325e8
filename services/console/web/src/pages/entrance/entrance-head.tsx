import type { ReactNode } from 'react'
import { useTitle } from '../../ui/page.tsx'

/** The heading of a page of the entrance. */
export function EntranceHead({ title, text }: { readonly title: string; readonly text: ReactNode }): ReactNode {
  useTitle(title)
  return (
    <header>
      <span className="brand">
        <img src="/favicon.svg" width="24" height="24" alt="" />
        Metered Tool Gateway
      </span>
      <h1>{title}</h1>
      <p className="muted">{text}</p>
    </header>
  )
}
