import type { BuyerId, KeyId } from '@mtg/primitives'
/**
 * The accounts of a marketplace file. Entries stay exactly as they were sent, down to the order of their fields: a digest of the
 * whole entry tells the next time whether its author changed anything.
 */
export interface AccountsFile {
  readonly buyers: readonly BuyerEntry[]
  readonly publisherLogins: readonly PublisherLoginEntry[]
}

/** A buyer of the file. */
export interface BuyerEntry {
  readonly email: string
  /** Empty: none. */
  readonly password: string
  readonly suspended: boolean
  readonly keys: readonly KeyEntry[]
  /** The id that it gets if it is new; no part of what the author says. */
  readonly newId?: BuyerId
}

/** A key of a buyer of the file. */
export interface KeyEntry {
  readonly name: string
  /** Empty: one is generated. */
  readonly key: string
  readonly scope: string
  readonly revoked: boolean
  /** Name of the key that it is a child of, if it is one. */
  readonly parent?: string
  /** Left out: never. */
  readonly expiresAt?: Date
  /** Stands for what is said of its limits, which are not kept here. */
  readonly limitsDigest?: string
  /** The id that it gets if it is new; another one each time, so it is no part of what the author says. */
  readonly newId?: KeyId
}

/** The login of a publisher of the file. */
export interface PublisherLoginEntry {
  readonly username: string
  readonly email: string
  /** Empty: none. */
  readonly password: string
}

/** Keys in an order in which each comes after its parent, where both are entries. Keys in a circle come last, as they stand. */
export function parentsFirst(keys: readonly KeyEntry[]): KeyEntry[] {
  const waiting = new Set(keys)
  const names = new Set(keys.map(key => key.name))
  const ordered: KeyEntry[] = []
  for (let isMoving = true; isMoving; ) {
    isMoving = false
    for (const key of waiting) {
      if (key.parent !== undefined && names.has(key.parent)) continue
      ordered.push(key)
      waiting.delete(key)
      names.delete(key.name)
      isMoving = true
    }
  }
  return [...ordered, ...waiting]
}
