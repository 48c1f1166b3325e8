/** What a buyer has allowed to a program by the authorization code flow. */
export interface OauthClient {
  readonly id: string
  /** The API key that the program acts as. */
  readonly keyId: string
  /** Where the program lives. */
  readonly redirectHost: string
  readonly scope: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
  readonly expiresAt: Date
}
