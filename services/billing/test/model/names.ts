/** Keys of each buyer, by the one above them: five generations, and one beside. */
export const PARENTS = {
  top: undefined,
  middle: 'top',
  leaf: 'middle',
  twig: 'leaf',
  bud: 'twig',
  other: 'top',
} as const
export type Key = keyof typeof PARENTS
export const KEYS = Object.keys(PARENTS) as Key[]
export const BUYERS = ['ada', 'bob'] as const
/** Tasks as publishers name them: the same for both buyers. */
export const TASKS = ['t1', 't2', 't3'] as const
