/** The one in the middle by a figure of each: a real run, not a mean of several. */
export function medianBy<T>(all: readonly T[], figureOf: (one: T) => number): T {
  const sorted = all.toSorted((a, b) => figureOf(a) - figureOf(b))
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}
