import { readFileSync } from 'node:fs'
import { services } from '@mtg/contracts'
import {
  type Applied,
  applyMarketplace,
  IncompleteApplyError,
  type Marketplace,
  MarketplaceError,
  parseMarketplace,
} from '@mtg/marketplace'
import { createClient } from '@mtg/rpc'
import { StartError } from './start-error.ts'
import type { InstanceState } from './state-file.ts'

/** A marketplace as text, and the name to call it by in messages. */
export interface MarketplaceText {
  file: string
  text: string
}

/** Where and how to apply it. */
export interface ApplyOptions {
  grpc: Pick<InstanceState['grpc'], 'auth' | 'billing'>
  /** Replacements in upstream URLs. */
  substitutions: Record<string, string>
  /** An operator's GRPC_TOKEN. */
  secret: string
}

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

/** What a marketplace says. A bad one becomes an error that lists every fault. */
export function parseText({ file, text }: MarketplaceText, substitutions: Record<string, string> = {}): Marketplace {
  return refusing(file, () => parseMarketplace(text, { file, substitutions }))
}

/** Applies a marketplace over gRPC: all of it, or nothing. */
export async function applyText(text: MarketplaceText, options: ApplyOptions): Promise<Applied> {
  const marketplace = parseText(text, options.substitutions)
  const { grpc, secret: token } = options
  const auth = createClient(services.auth.AccountAdminService, { address: grpc.auth, token })
  const billing = createClient(services.billing.CatalogAdminService, { address: grpc.billing, token })
  const keyLimits = createClient(services.billing.KeyLimitsService, { address: grpc.billing, token })
  try {
    return await applyMarketplace({ marketplace, auth, billing, keyLimits })
  } catch (error) {
    throw toStartError(text.file, error)
  } finally {
    auth.close()
    billing.close()
    keyLimits.close()
  }
}

function refusing<T>(file: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw toStartError(file, error)
  }
}

function toStartError(file: string, error: unknown): unknown {
  if (error instanceof MarketplaceError) {
    return new StartError(error.message, `Correct ${file}; nothing of it was applied.`, { cause: error })
  }
  if (!(error instanceof IncompleteApplyError)) return error
  // Keys are shown once, so those made before the failure must not be lost with it.
  const keys = error.generatedKeys.map(({ email, name, key }) => `\n  ${email} (${name}): ${key}`)
  const made = keys.length === 0 ? '' : `\nAPI keys that were made, shown only now:${keys.join('')}`
  return new StartError(`${file}: ${error.message}${made}`, 'Start again: what is missing will be applied.', {
    cause: error,
  })
}
