import { services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'

/** Knows which accounts are operators. */
export interface Operators {
  /** The address of an account that is one at this moment; undefined when it is none. */
  find(accountId: string): Promise<string | undefined>
  close(): void
}

/** How to reach auth. */
export interface OperatorsOptions {
  readonly address: string
  readonly token: string | undefined
}

const TIMEOUT_MS = 2_000

/** Asks auth each time: whoever is an operator no more can do nothing more. */
export function openOperators(options: OperatorsOptions): Operators {
  const client = createClient(services.auth.OperatorService, options)
  return {
    async find(accountId) {
      const { operator } = await client.GetOperator({ accountId }, { timeoutMs: TIMEOUT_MS })
      return operator?.email
    },
    close: () => client.close(),
  }
}
