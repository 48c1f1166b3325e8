import type { auth, billing } from '@mtg/contracts'
import { AppError } from '@mtg/errors'
import type { ServiceClient } from '@mtg/rpc'
import { MarketplaceError } from './marketplace-error.ts'
import type { Marketplace } from './parse.ts'
import { accountsRequest, catalogRequest, keyLimitsOf } from './requests.ts'

/** The RPCs of auth that apply accounts. */
type AccountsClient = Pick<ServiceClient<auth.AccountAdminServiceDefinition>, 'ApplyAccounts'>

/** The RPCs of billing that apply a catalogue. */
type CatalogClient = Pick<ServiceClient<billing.CatalogAdminServiceDefinition>, 'ApplyCatalog'>

/** What applying limits of keys needs of billing. */
type KeyLimitsClient = Pick<ServiceClient<billing.KeyLimitsServiceDefinition>, 'ApplyKeyLimits'>

/** An API key that was made; it is shown this once. */
export interface NewKey {
  email: string
  name: string
  key: string
}

/** What an application did. */
export interface Applied {
  /** Entries that were new or changed; 0 when the same file is applied again. */
  changedCount: number
  generatedKeys: NewKey[]
  /** What changed entries ask for and was not done: a file never undoes what was ended since. A sentence each. */
  keptBack: string[]
}

/** Billing failed after auth had applied its part. Keys made by then are here; applying again completes the rest. */
export class IncompleteApplyError extends Error {
  override readonly name = 'IncompleteApplyError'
  readonly generatedKeys: readonly NewKey[]

  constructor(generatedKeys: readonly NewKey[], cause: unknown) {
    super('the accounts were applied, but the catalogue was not: apply the file again', { cause })
    this.generatedKeys = generatedKeys
  }
}

/** Passwords are hashed slowly on purpose, so a file with many buyers takes its time. */
const TIMEOUT_MS = 120_000

/** Where a marketplace is applied. */
export interface ApplyOptions {
  marketplace: Marketplace
  auth: AccountsClient
  billing: CatalogClient
  keyLimits: KeyLimitsClient
}

/** Applies a marketplace. Both services check their part first, so that a file either refuses is not applied at all. */
export async function applyMarketplace(options: ApplyOptions): Promise<Applied> {
  const { marketplace, auth, billing, keyLimits } = options
  const accounts = accountsRequest(marketplace)
  const limits = { timeoutMs: TIMEOUT_MS }
  const checked = await judged(marketplace, auth.ApplyAccounts({ ...accounts, validateOnly: true }, limits))
  const catalog = catalogRequest(marketplace, checked.buyers)
  await judged(marketplace, billing.ApplyCatalog({ ...catalog, validateOnly: true }, limits))

  // Before the keys: so none ever works without its limits.
  const keys = keyLimitsOf(marketplace, checked.buyers)
  if (keys.length > 0) await judged(marketplace, keyLimits.ApplyKeyLimits({ keys }, limits))
  const applied = await judged(marketplace, auth.ApplyAccounts(accounts, limits))
  const generatedKeys = applied.buyers.flatMap(buyer =>
    buyer.generatedKeys.map(({ name, key }) => ({ email: buyer.email, name, key })),
  )
  const catalogued = await complete().catch((error: unknown) => {
    throw new IncompleteApplyError(generatedKeys, error)
  })
  return {
    changedCount: applied.changedCount + catalogued.changedCount,
    generatedKeys,
    keptBack: [...applied.keptBack, ...catalogued.keptBack],
  }

  async function complete() {
    // Somebody else may have applied a file at the same time, and made a key before us: it has another id then.
    const told = new Set(keys.map(key => key.keyId))
    const others = keyLimitsOf(marketplace, applied.buyers).filter(key => !told.has(key.keyId))
    if (others.length > 0) await keyLimits.ApplyKeyLimits({ keys: others }, limits)
    return await billing.ApplyCatalog(catalogRequest(marketplace, applied.buyers), limits)
  }
}

/** A service's refusal of the file's content as a fault of the file. */
async function judged<T>({ source }: Marketplace, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_argument') throw error
    const line = lineOfQuoted(source.text, error.message)
    const fault = { reason: error.message, ...(line !== undefined && { line }) }
    throw new MarketplaceError(source.file, [fault], { cause: error })
  }
}

/** Services do not know lines, but quote the value they refuse: the first line that has it. */
function lineOfQuoted(text: string, message: string): number | undefined {
  const quoted = /"([^"]+)"/.exec(message)?.[1]
  if (quoted === undefined) return undefined
  const index = text.split('\n').findIndex(line => line.includes(quoted))
  return index === -1 ? undefined : index + 1
}
