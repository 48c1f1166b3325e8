/** Which page of a list. */
export interface PageRequest {
  readonly pageSize: number
  /** From the page before; empty: the first. */
  readonly pageToken: string
}

/** A page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[]
  /** Null on the last page. */
  readonly nextPageToken: string | null
}
