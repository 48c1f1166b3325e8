import type { Database } from '@mtg/postgres'
import { type CataloguePage, readCatalogueCursor, takeCatalogueChanges } from '../../store/cells/catalogue-feed.ts'

/** This cell's copy of the catalogue, and where it comes from. */
export interface PullDeps {
  readonly db: Database
  /** Asks the home cell. */
  readonly changesAfter: (cursor: string) => Promise<CataloguePage>
  /** Told when something has changed here. */
  readonly changed: () => void
}

/** Takes over what the home cell has changed; ends when this cell has all that was there when it began. */
export async function pullCatalogue({ db, changesAfter, changed }: PullDeps): Promise<void> {
  for (;;) {
    const cursor = await readCatalogueCursor(db)
    const page = await changesAfter(cursor)
    const isTaken = await takeCatalogueChanges(db, cursor, page)
    if (isTaken && page.documents.length > 0) changed()
    if (isTaken && !page.hasMore) return
  }
}
