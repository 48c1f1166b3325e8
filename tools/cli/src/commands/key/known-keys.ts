import { type auth, type billing, services } from '@mtg/contracts'
import { CliError } from '../../failure.ts'
import { type Instance, LIMITS } from '../../instance.ts'

const PAGE_SIZE = 500

/** All keys of a buyer, newest first. */
export async function allKeys(instance: Instance, email: string): Promise<auth.ApiKey__Output[]> {
  const client = instance.client('auth', services.auth.AccountAdminService)
  const keys: auth.ApiKey__Output[] = []
  let pageToken = ''
  do {
    const page = await client.ListApiKeys({ email, pageSize: PAGE_SIZE, pageToken }, LIMITS)
    keys.push(...page.apiKeys)
    pageToken = page.nextPageToken
  } while (pageToken !== '')
  return keys
}

/** The key of these that is meant by its id, its name, or its last four characters. */
export function pickKey(keys: readonly auth.ApiKey__Output[], wanted: string): auth.ApiKey__Output {
  const exact = keys.find(key => key.keyId === wanted) ?? keys.find(key => key.name === wanted)
  if (exact !== undefined) return exact
  const [match, ...others] = keys.filter(key => key.lastFour === wanted)
  if (match === undefined) throw new CliError(`No key is named or ends with "${wanted}".`)
  if (others.length > 0) throw new CliError(`Several keys end with "${wanted}": give the name or id.`)
  return match
}

/** Limits and spending of a buyer's keys, by id; keys without limits, which nothing is counted of, are left out. */
export async function allSpending(
  instance: Instance,
  buyerId: string,
): Promise<ReadonlyMap<string, billing.LimitedKey__Output>> {
  const client = instance.client('billing', services.billing.KeyLimitsService)
  const keys = new Map<string, billing.LimitedKey__Output>()
  let pageToken = ''
  do {
    const page = await client.ListKeySpending({ buyerId, pageSize: PAGE_SIZE, pageToken }, LIMITS)
    for (const key of page.keys) keys.set(key.keyId, key)
    pageToken = page.nextPageToken
  } while (pageToken !== '')
  return keys
}
