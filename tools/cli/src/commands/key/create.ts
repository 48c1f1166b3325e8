import { randomUUID } from 'node:crypto'
import { type auth, services } from '@mtg/contracts'
import { type KeyLimits, toBillingLimits } from '@mtg/marketplace'
import { toTimestamp } from '@mtg/rpc'
import { Command } from 'commander'
import { buyerIdOf } from '../../buyers.ts'
import { type Instance, LIMITS } from '../../instance.ts'
import type { Runner } from '../../runner.ts'
import { allKeys, pickKey } from './known-keys.ts'
import { changedLimits, collectLimit, LIMITS_HELP, readLimitWords } from './limit-options.ts'
import { viewOfKey } from './view.ts'

const DEFAULT_SCOPE = 'mcp:tools llm:completions'

interface CreateOptions {
  readonly name: string
  readonly scope?: string
  readonly ambient?: boolean
  readonly parent?: string
  readonly limit: readonly string[]
}

/** `mtg key create EMAIL` */
export function createCommand(run: Runner): Command {
  return new Command('create')
    .description('Make an API key. Its text is shown this once.')
    .argument('<email>', 'the buyer')
    .option('--name <name>', 'unique per buyer', 'default')
    .option('--scope <scopes>', `space separated; "" for unrestricted (default: "${DEFAULT_SCOPE}", or the parent's)`)
    .option('--ambient', 'a key for automated workflows (vai-sk-) instead of vnb-sk-')
    .option('--parent <key>', 'make it a child of this key (name, id or last four characters), and never wider')
    .option('--limit <name=value>', 'a limit; see below', collectLimit, [])
    .addHelpText('after', LIMITS_HELP)
    .action(
      run(async ({ instance, output }, email: string, options: CreateOptions) => {
        const limits = changedLimits({}, readLimitWords(options.limit))
        const { parent: wanted } = options
        const parent = wanted === undefined ? undefined : pickKey(await allKeys(instance, email), wanted)
        const keyId = randomUUID()
        // First its limits, then the key: it never works without them.
        const limited = await setLimits(instance, { email, keyId, name: options.name, parent, limits })
        const request = requestOf(email, options, { keyId, parent, limits })
        const created = await instance.client('auth', services.auth.AccountAdminService).CreateApiKey(request, LIMITS)
        const view = { key: created.key, ...(created.apiKey ? viewOfKey(created.apiKey, limited) : {}) }
        output.result(view, `${created.key}\n\nKeep it now: it is not shown again.`)
      }),
    )
}

interface NewKey {
  readonly keyId: string
  readonly parent: auth.ApiKey__Output | undefined
  readonly limits: KeyLimits
}

function requestOf(
  email: string,
  { name, scope, ambient = false }: CreateOptions,
  { keyId, parent, limits: { expiresAt } }: NewKey,
): auth.CreateApiKeyRequest {
  return {
    email,
    name,
    scope: scope ?? parent?.scope ?? DEFAULT_SCOPE,
    ambient,
    keyId,
    parent: parent?.keyId ?? '',
    expiresAt: expiresAt === undefined ? null : toTimestamp(expiresAt),
  }
}

/** Billing has to know a key that has limits, or a parent that may have some. */
async function setLimits(
  instance: Instance,
  { email, keyId, name, parent, limits }: NewKey & { readonly email: string; readonly name: string },
) {
  const isLimited = Object.entries(limits).some(([name, value]) => name !== 'expiresAt' && value !== undefined)
  if (!isLimited && parent === undefined) return undefined
  const buyerId = await buyerIdOf(instance, email)
  const request = { buyerId, keyId, name, parentKeyId: parent?.keyId ?? '', limits: toBillingLimits(limits) }
  const { key } = await instance.client('billing', services.billing.KeyLimitsService).SetKeyLimits(request, LIMITS)
  return key ?? undefined
}
