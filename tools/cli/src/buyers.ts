import { services } from '@mtg/contracts'
import { type Instance, LIMITS } from './instance.ts'

/** The id of the buyer with this e-mail; rejects with `buyer_not_found`. */
export async function buyerIdOf(instance: Instance, email: string): Promise<string> {
  const accounts = instance.client('auth', services.auth.AccountService)
  return (await accounts.GetBuyer({ email }, LIMITS)).buyerId
}
