import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListedApp } from '../../api/queries.ts'
import { shownAmount } from '../../lib/money.ts'
import { Badge } from '../../ui/values.tsx'
import { QualityBadge } from './quality.tsx'

/** An app among others in the marketplace. */
export function AppTile({ app }: { readonly app: ListedApp }): ReactNode {
  const { publisher, name, title, description, adapter, tools, toolCount } = app
  return (
    <article className="card purchase tile">
      <div className="stack tight">
        <h2 className="break">
          <Link className="tile-link" to="/market/$username/$app" params={{ username: publisher, app: name }}>
            {title || name}
          </Link>
        </h2>
        <span className="muted break">{app.app}</span>
      </div>
      {description !== '' && <p className="clamp">{description}</p>}
      {tools.length > 0 && (
        <p className="muted clamp">
          {tools.map(tool => tool.title || tool.name).join(', ')}
          {toolCount > tools.length && ` and ${toolCount - tools.length} more`}
        </p>
      )}
      <div className="split tile-foot">
        <Badge>{adapter === 'mcp' ? 'tools' : 'chat'}</Badge>
        {app.tiers.free !== undefined && <Badge tone="good">free tier</Badge>}
        <QualityBadge quality={app.quality} />
        {app.priceFrom !== null && <span className="number">{priceRange(app.priceFrom, app.priceTo)}</span>}
      </div>
    </article>
  )
}

function priceRange(from: string, to: string | null): string {
  return to === null || to === from
    ? `${shownAmount(from)} a call`
    : `${shownAmount(from)} to ${shownAmount(to)} a call`
}
