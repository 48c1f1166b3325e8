import { CircleAlert, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { ApiError } from '../api/client.ts'

const PRODUCT = 'Metered Tool Gateway'

interface PageProps {
  readonly title: string
  readonly text?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page below its heading, which also names the tab. */
export function Page({ title, text, actions, children }: PageProps): ReactNode {
  useTitle(title)
  return (
    <div className="page">
      <div className="page-head">
        <div className="page-head-text">
          <h1>{title}</h1>
          {text !== undefined && <p className="muted">{text}</p>}
        </div>
        {actions !== undefined && actions !== false && <div className="actions">{actions}</div>}
      </div>
      {children}
    </div>
  )
}

/** Names the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`
  }, [title])
}

interface CardProps {
  readonly title?: string
  readonly text?: ReactNode
  readonly actions?: ReactNode
  /** Whether the content has the card's padding; tables and lists reach its edges. */
  readonly isPadded?: boolean
  readonly children: ReactNode
}

/** A part of a page. */
export function Card({ title, text, actions, isPadded = true, children }: CardProps): ReactNode {
  return (
    <section className="card" aria-label={title}>
      {title !== undefined && (
        <div className="card-head">
          <div className="stack tight">
            <h2>{title}</h2>
            {text !== undefined && <p>{text}</p>}
          </div>
          {actions !== undefined && actions !== false && <div className="actions">{actions}</div>}
        </div>
      )}
      {isPadded ? <div className="card-body">{children}</div> : children}
    </section>
  )
}

interface EmptyProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: ReactNode
  readonly actions?: ReactNode
}

/** What to do where there is nothing yet. */
export function Empty({ icon: Icon, title, text, actions }: EmptyProps): ReactNode {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon aria-hidden="true" />
      </span>
      <p className="empty-title">{title}</p>
      <p>{text}</p>
      {actions !== undefined && actions !== false && <div className="actions">{actions}</div>}
    </div>
  )
}

/** Tells why something could not be shown. */
export function Failure({ error, retry }: { readonly error: unknown; readonly retry?: () => void }): ReactNode {
  const text = error instanceof Error ? error.message : String(error)
  const isOurs = error instanceof ApiError && error.status >= 500
  return (
    <div className="empty" role="alert">
      <span className="empty-icon bad">
        <CircleAlert aria-hidden="true" />
      </span>
      <p className="empty-title">This could not be loaded</p>
      <p>
        {text}
        {isOurs && ' It is not your doing: what you have stays as it is.'}
      </p>
      {retry !== undefined && (
        <div className="actions">
          <button type="button" className="button small" onClick={retry}>
            Try again
          </button>
        </div>
      )}
    </div>
  )
}
