/** What a chart of a publisher shows. */
export type Measure = 'charged' | 'buyers' | 'calls'

export const MEASURES: readonly { readonly of: Measure; readonly label: string; readonly title: string }[] = [
  { of: 'charged', label: 'Money', title: 'Paid by buyers, by day' },
  { of: 'buyers', label: 'Buyers', title: 'Buyers who called, by day' },
  { of: 'calls', label: 'Calls', title: 'Answered calls, by day' },
]
