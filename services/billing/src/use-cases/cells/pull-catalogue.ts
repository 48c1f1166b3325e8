import type { Database } from '@mtg/postgres'
import {
  type CataloguePage,
  publisherIn,
  readCatalogueCursor,
  takeCatalogueChanges,
} from '../../store/cells/catalogue-feed.ts'

/** This cell's copy of the catalogue, and where it comes from. */
export interface PullDeps {
  readonly db: Database
  /** Asks the home cell. */
  readonly changesAfter: (cursor: string) => Promise<CataloguePage>
  /** Told when something of a publisher has changed here; without its username, of any. */
  readonly changed: (username?: string) => void
}

/** Of more publishers than that it is not told which they are. */
const NAMED_MAX = 10

/** Takes over what the home cell has changed; ends when this cell has all that was there when it began. */
export async function pullCatalogue({ db, changesAfter, changed }: PullDeps): Promise<void> {
  for (;;) {
    const cursor = await readCatalogueCursor(db)
    const page = await changesAfter(cursor)
    const isTaken = await takeCatalogueChanges(db, cursor, page)
    if (isTaken) tell(page, changed)
    if (isTaken && !page.hasMore) return
  }
}

function tell({ documents }: CataloguePage, changed: PullDeps['changed']): void {
  const publishers = new Set(documents.map(publisherIn))
  if (publishers.size > NAMED_MAX || publishers.has(undefined)) changed()
  else for (const username of publishers) changed(username)
}
