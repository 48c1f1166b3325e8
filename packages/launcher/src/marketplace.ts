import { readFileSync } from 'node:fs'
import { applyMarketplace, MarketplaceError, parseMarketplace } from '@mtg/marketplace'
import { createClient, services } from '@mtg/rpc'
import { StartError } from './start-error.ts'
import type { InstanceState } from './state-file.ts'

/** A marketplace as text, and the name to call it by in messages. */
export interface MarketplaceText {
  file: string
  text: string
}

/** What an application changed, with the keys it made: they are shown once. */
export type AppliedMarketplace = Awaited<ReturnType<typeof applyMarketplace>>

/** Reads a marketplace file. */
export function readMarketplaceFile(file: string): MarketplaceText {
  try {
    return { file, text: readFileSync(file, 'utf8') }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `The marketplace file cannot be read: ${reason}`,
      'Set MARKETPLACE_FILE to a file, or to "none" for an empty system.',
      { cause: error },
    )
  }
}

/** Applies a marketplace over gRPC. A bad one changes nothing and becomes an error that lists every fault. */
export async function applyText(
  { file, text }: MarketplaceText,
  grpc: InstanceState['grpc'],
  substitutions: Record<string, string>,
  token: string | undefined,
): Promise<AppliedMarketplace> {
  const auth = createClient(services.auth.AccountAdminService, { address: grpc.auth, token })
  const billing = createClient(services.billing.CatalogAdminService, { address: grpc.billing, token })
  try {
    const marketplace = parseMarketplace(text, { file, substitutions })
    return await applyMarketplace({ marketplace, auth, billing })
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error
    throw new StartError(error.message, `Correct ${file}; nothing of it was applied.`, { cause: error })
  } finally {
    auth.close()
    billing.close()
  }
}
