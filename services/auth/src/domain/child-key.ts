import type { KeyId } from '@mtg/primitives'
import { isWithinScope } from './scope.ts'

/** A key that another one may be a child of. */
export interface ParentKey {
  readonly id: KeyId
  readonly name: string
  readonly scope: string
  readonly ancestorIds: readonly KeyId[]
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

/** What a key is to be allowed. */
export interface KeyBounds {
  readonly scope: string
  /** Undefined: never, or with its parent. */
  readonly expiresAt: Date | undefined
}

/** A key above which are four others has no children. */
const GENERATIONS_MAX = 5

/** What is wrong with a child, and where, in words that go on from the name of the field. */
export interface ChildFault {
  readonly field: 'parent' | 'scope' | 'expires_at'
  readonly reason: string
}

/** Why a key has no children any more; undefined when it may have some. */
export function endedFault({ name, revokedAt, expiresAt }: ParentKey, nowMs: number): ChildFault | undefined {
  if (revokedAt !== null) return { field: 'parent', reason: `"${name}" was revoked` }
  const hasEnded = expiresAt !== null && expiresAt.getTime() <= nowMs
  return hasEnded ? { field: 'parent', reason: `"${name}" has expired` } : undefined
}

/** Why a key, while it works, may not have such a child; undefined when it may. */
export function childFault(parent: ParentKey, child: KeyBounds): ChildFault | undefined {
  const { name, ancestorIds } = parent
  if (ancestorIds.length + 2 > GENERATIONS_MAX) {
    return { field: 'parent', reason: `"${name}" is of generation ${GENERATIONS_MAX}: such keys have no children` }
  }
  if (!isWithinScope(child.scope, parent.scope)) {
    return { field: 'scope', reason: `"${child.scope}" is wider than "${parent.scope}" of its parent "${name}"` }
  }
  return isLater(child.expiresAt, parent.expiresAt) ? { field: 'expires_at', reason: outliving(name) } : undefined
}

/** Why a key may not get this expiry below its parent; undefined when it may. */
export function expiryFault(parent: ParentKey, expiresAt: Date | undefined): string | undefined {
  if (parent.expiresAt === null) return undefined
  return expiresAt === undefined || isLater(expiresAt, parent.expiresAt) ? outliving(parent.name) : undefined
}

/** When a new child expires: at its own time, or else with its parent. */
export function childExpiry(parent: ParentKey, expiresAt: Date | undefined): Date | null {
  return expiresAt ?? parent.expiresAt
}

/** Keys above a child of this key, the topmost first. */
export function ancestorsBelow(parent: ParentKey): KeyId[] {
  return [...parent.ancestorIds, parent.id]
}

const isLater = (one: Date | undefined, other: Date | null) => one !== undefined && other !== null && one > other

const outliving = (name: string) => `must not be after that of its parent "${name}"`
