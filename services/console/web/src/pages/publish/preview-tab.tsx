import type { ReactNode } from 'react'
import type { OwnApp } from '../../api/publisher-queries.ts'
import { AnnouncedPrices } from '../market/announced-prices.tsx'
import { AppTile } from '../market/app-tile.tsx'
import { TierCards } from '../market/tier-cards.tsx'
import { ToolList } from '../market/tool-list.tsx'
import { listedAs } from './listed-as.ts'

/** The app as it stands in the marketplace, or will, made of the very parts that buyers see. */
export function PreviewTab({ app, username }: { readonly app: OwnApp; readonly username: string }): ReactNode {
  const listed = listedAs(app, username)
  return (
    <>
      <p className="muted">
        {app.published
          ? 'So it stands in the marketplace.'
          : 'So it will stand in the marketplace once it is published.'}{' '}
        Nothing can be bought here.
      </p>
      <section className="stack" aria-label="In the list">
        <h2>In the list</h2>
        <div className="grid preview" inert>
          <AppTile app={listed} />
        </div>
      </section>
      <section className="stack" aria-label="On its own page">
        <h2>On its own page</h2>
        {listed.description !== '' && <p className="prose break">{listed.description}</p>}
        <TierCards app={listed} purchase={undefined} isPreview />
        <AnnouncedPrices prices={listed.announcedPrices} />
        {app.adapter === 'mcp' && <ToolList app={listed} />}
      </section>
    </>
  )
}
