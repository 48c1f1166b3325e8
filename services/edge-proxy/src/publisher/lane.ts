/** Whose calls a connection carries: those of one buyer to one app, and no others. */
export interface Lane {
  /** "publisher/app". */
  readonly app: string
  readonly publisher: string
  readonly buyerId: string
}

/** The lane's name among all lanes; no name of an app has a space. */
export function laneKeyOf({ buyerId, app }: Lane): string {
  return `${buyerId} ${app}`
}
