import { services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'

/** What the gateway presents to publishers' servers when it asks them for itself. */
export interface CredentialsClient {
  /** Throws `credential_missing`, `publisher_suspended` or `publisher_not_found`. */
  find(publisherUsername: string): Promise<string>
  close(): void
}

/** Connects to billing's publishers; works, or heals, whatever billing's state is. */
export function createCredentialsClient(options: {
  address: string
  token: string
  timeoutMs: number
}): CredentialsClient {
  const client = createClient(services.billing.PublisherCatalogService, options)
  const { timeoutMs } = options
  return {
    async find(username) {
      return (await client.GetProbeCredential({ username }, { timeoutMs })).apiKey
    },
    close: () => client.close(),
  }
}
