/** A moment for PostgreSQL; infinite ones included. */
export function timeOf(timeMs: number): string {
  if (timeMs === Number.POSITIVE_INFINITY) return 'infinity'
  return timeMs === Number.NEGATIVE_INFINITY ? '-infinity' : new Date(timeMs).toISOString()
}
