/** What usage can be summed up by. */
export type Grouping = 'day' | 'app' | 'tool' | 'key'

export const GROUPINGS: readonly { readonly by: Grouping; readonly label: string }[] = [
  { by: 'day', label: 'Day' },
  { by: 'app', label: 'App' },
  { by: 'tool', label: 'Tool' },
  { by: 'key', label: 'Key' },
]
