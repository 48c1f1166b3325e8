/** "23 s", "4 min", "17 h" or "3 days", rounded up: for messages that say when to come back. */
export function inWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  if (seconds <= 120) return `${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 120) return `${minutes} min`
  const hours = Math.ceil(minutes / 60)
  return hours <= 48 ? `${hours} h` : `${Math.ceil(hours / 24)} days`
}
