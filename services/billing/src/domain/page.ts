/** Where a page of a list that is ordered by time and id ends. */
export interface PagePosition {
  readonly createdAt: Date
  readonly id: string
}
