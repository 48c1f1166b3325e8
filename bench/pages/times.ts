/** How long a page took, each time that it was opened. */
export interface PageTimes {
  readonly page: string
  readonly ms: readonly number[]
}

/** Of each page. */
export interface PageFigures {
  readonly page: string
  readonly medianMs: number
  readonly worstMs: number
}

/** The slowest page by its median first. */
export function figuresOf(pages: readonly PageTimes[]): PageFigures[] {
  return pages
    .map(({ page, ms }) => ({ page, medianMs: medianOf(ms), worstMs: Math.max(...ms) }))
    .sort((a, b) => b.medianMs - a.medianMs)
}

function medianOf(all: readonly number[]): number {
  const sorted = all.toSorted((a, b) => a - b)
  // Of an even number the later of the two in the middle: nothing looks faster than it was.
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('a page was never opened')
  return middle
}

/** Pages that take longer than they may. */
export function slowPages(figures: readonly PageFigures[], goalMs: number): string[] {
  return figures.filter(({ medianMs }) => medianMs > goalMs).map(({ page }) => page)
}

/** A line for each. */
export function linesOf(figures: readonly PageFigures[]): string[] {
  const width = Math.max(...figures.map(({ page }) => page.length))
  return figures.map(
    ({ page, medianMs, worstMs }) =>
      `${page.padEnd(width)}  median ${medianMs.toFixed(0).padStart(5)} ms  worst ${worstMs.toFixed(0).padStart(5)} ms`,
  )
}
