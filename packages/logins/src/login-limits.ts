/**
 * Failed logins that are allowed before somebody has to wait. Whoever comes from a network, or with a browser, that the
 * account has logged in from is counted apart: strangers can never make them wait.
 */
export interface LoginLimits {
  /** On one account from one network or known browser; the wait begins at a minute and doubles up to a quarter of an hour. */
  readonly origin: number
  /** Of one network, on whatever account, in a quarter of an hour. */
  readonly network: number
  /** Of strangers on one account in a quarter of an hour; beyond, a wider network may fail once in that time. */
  readonly strangers: number
  /** Of strangers on one account in a day. */
  readonly strangersPerDay: number
  /** Of all strangers in a quarter of an hour; beyond, a wider network may fail once in that time. */
  readonly total: number
}

/** Who tries to log in. */
export interface LoginOrigin {
  readonly email: string
  readonly address: string
  /** Of the browser, when it has logged in to this account before. */
  readonly browser: string | undefined
}
