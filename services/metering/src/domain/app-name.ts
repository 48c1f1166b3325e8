/** Publisher and app by name. */
export interface AppName {
  readonly publisherUsername: string
  readonly appName: string
}
