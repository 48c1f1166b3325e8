import type { ApiKey } from '../../api/queries.ts'

/** Keys whose parent is not among the shown ones stand at the top. */
export function rootsOf(keys: readonly ApiKey[]): ApiKey[] {
  const ids = new Set(keys.map(({ id }) => id))
  return keys.filter(({ parent }) => parent === null || !ids.has(parent))
}

/** The keys directly below one. */
export const childrenIn = (keys: readonly ApiKey[], { id }: ApiKey): ApiKey[] =>
  keys.filter(({ parent }) => parent === id)

/** Whether a call could be made with it. */
export function isUsable({ revokedAt, limits }: ApiKey, nowMs: number): boolean {
  return revokedAt === null && (limits.expiresAt === undefined || Date.parse(limits.expiresAt) > nowMs)
}
