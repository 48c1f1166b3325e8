import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface PagerProps {
  /** The page that is shown; undefined: the first. */
  readonly pageToken: string | undefined
  readonly nextPageToken: string | null | undefined
  /** How the list is sorted. */
  readonly order?: string
  /** Where the address has the page; a page with two lists has two. */
  readonly parameter?: string
}

/** The pages of a list are addresses: they can be linked to, and the browser's back button goes back. */
export function Pager({
  pageToken,
  nextPageToken,
  order = 'Newest first',
  parameter = 'pageToken',
}: PagerProps): ReactNode {
  const hasNext = nextPageToken !== null && nextPageToken !== undefined
  if (pageToken === undefined && !hasNext) return null
  return (
    <nav className="card-foot" aria-label="Pages of the list">
      <span>{pageToken === undefined ? order : 'Further entries'}</span>
      <span className="actions">
        {pageToken !== undefined && (
          <Link className="button small" to="." search={previous => ({ ...previous, [parameter]: undefined })}>
            First page
          </Link>
        )}
        {hasNext && (
          <Link className="button small" to="." search={previous => ({ ...previous, [parameter]: nextPageToken })}>
            Next page
          </Link>
        )}
      </span>
    </nav>
  )
}
