import { type auth, type billing, services } from '@mtg/contracts'
import { type KeyLimits, toBillingLimits } from '@mtg/marketplace'
import { toTimestamp } from '@mtg/rpc'
import { Command } from 'commander'
import { buyerIdOf } from '../../buyers.ts'
import { type Instance, LIMITS } from '../../instance.ts'
import type { Runner } from '../../runner.ts'
import { allKeys, pickKey } from './known-keys.ts'
import { changedLimits, collectLimit, LIMITS_HELP, type LimitWords, readLimitWords } from './limit-options.ts'
import { type KeyView, limitsText, spendingText, viewOfKey } from './view.ts'

/** `mtg key limits EMAIL KEY` */
export function limitsCommand(run: Runner): Command {
  return new Command('limits')
    .description('Show the limits of an API key and what is used of them; with --limit, change those that are named.')
    .argument('<email>', 'the buyer')
    .argument('<key>', 'name, id or last four characters of the key')
    .option('--limit <name=value>', 'a new limit, or NAME=none to take one away; others stay', collectLimit, [])
    .addHelpText('after', LIMITS_HELP)
    .action(
      run(async ({ instance, output }, email: string, wanted: string, options: { limit: readonly string[] }) => {
        const words = readLimitWords(options.limit)
        const key = pickKey(await allKeys(instance, email), wanted)
        const known = viewOfKey(key, await limitedKey(instance, key.keyId))
        const view = words.size === 0 ? known : await change(instance, email, { key, known, words })
        output.result(view, textOf(view))
      }),
    )
}

async function limitedKey(instance: Instance, keyId: string): Promise<billing.LimitedKey__Output | undefined> {
  const client = instance.client('billing', services.billing.KeyLimitsService)
  return (await client.GetKeyLimits({ keyIds: [keyId] }, LIMITS)).keys[0]
}

interface Change {
  readonly key: auth.ApiKey__Output
  readonly known: KeyView
  readonly words: LimitWords
}

/** Billing keeps all limits but the expiry, which auth keeps: only whoever is concerned is asked. */
async function change(instance: Instance, email: string, { key, known, words }: Change): Promise<KeyView> {
  const limits = changedLimits(known.limits, words)
  const expiring = words.has('expiresAt') ? await setExpiry(instance, email, key.keyId, limits) : key
  const hasOthers = [...words.keys()].some(name => name !== 'expiresAt')
  const limited = hasOthers ? await setLimits(instance, email, key, limits) : await limitedKey(instance, key.keyId)
  return viewOfKey(expiring, limited)
}

async function setExpiry(instance: Instance, email: string, key: string, { expiresAt }: KeyLimits) {
  const request = { email, key, expiresAt: expiresAt === undefined ? null : toTimestamp(expiresAt) }
  const { apiKey } = await instance.client('auth', services.auth.AccountAdminService).SetApiKeyExpiry(request, LIMITS)
  if (!apiKey) throw new Error('auth answered without the key')
  return apiKey
}

async function setLimits(instance: Instance, email: string, key: auth.ApiKey__Output, limits: KeyLimits) {
  const { keyId, name, ancestorIds } = key
  const buyerId = await buyerIdOf(instance, email)
  const request = { buyerId, keyId, name, parentKeyId: ancestorIds.at(-1) ?? '', limits: toBillingLimits(limits) }
  const { key: limited } = await instance
    .client('billing', services.billing.KeyLimitsService)
    .SetKeyLimits(request, LIMITS)
  return limited ?? undefined
}

function textOf(view: KeyView): string {
  const facts: [string, string][] = [
    ['key', `${view.name} (${view.shown})`],
    ['limits', limitsText(view) || 'none'],
    ['spent', spendingText(view) || 'not counted'],
    ['under way', view.spending === null ? '-' : String(view.spending.underWay)],
  ]
  return facts.map(([name, value]) => `${name.padEnd(10)} ${value}`).join('\n')
}
