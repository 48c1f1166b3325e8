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
}

/** A key of a buyer of the file. */
export interface KeyEntry {
  readonly name: string
  /** Empty: one is generated. */
  readonly key: string
  readonly scope: string
  readonly revoked: boolean
}

/** The login of a publisher of the file. */
export interface PublisherLoginEntry {
  readonly username: string
  readonly email: string
  /** Empty: none. */
  readonly password: string
}
