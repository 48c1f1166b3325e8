import { type auth, services } from '@mtg/contracts'
import { fromTimestamp } from '@mtg/rpc'
import { Command } from 'commander'
import { LIMITS } from '../instance.ts'
import { table } from '../output.ts'
import type { Runner } from '../runner.ts'

const DEFAULT_SCOPE = 'mcp:tools llm:completions'

/** `mtg key create|revoke|list EMAIL` */
export function keyCommand(run: Runner): Command {
  return new Command('key')
    .description('API keys of a buyer.')
    .addCommand(create(run))
    .addCommand(revoke(run))
    .addCommand(list(run))
}

interface CreateOptions {
  readonly name: string
  readonly scope: string
  readonly ambient?: boolean
}

function create(run: Runner): Command {
  return new Command('create')
    .description('Make an API key. Its text is shown this once.')
    .argument('<email>', 'the buyer')
    .option('--name <name>', 'unique per buyer', 'default')
    .option('--scope <scopes>', 'space separated; "" for unrestricted', DEFAULT_SCOPE)
    .option('--ambient', 'a key for automated workflows (vai-sk-) instead of vnb-sk-')
    .action(
      run(async ({ instance, output }, email: string, options: CreateOptions) => {
        const { name, scope, ambient = false } = options
        const request = { email, name, scope, ambient }
        const created = await instance.client('auth', services.auth.AccountAdminService).CreateApiKey(request, LIMITS)
        const view = { key: created.key, ...(created.apiKey ? keyView(created.apiKey) : {}) }
        output.result(view, `${created.key}\n\nKeep it now: it is not shown again.`)
      }),
    )
}

function revoke(run: Runner): Command {
  return new Command('revoke')
    .description('Revoke an API key, at once and for good.')
    .argument('<email>', 'the buyer')
    .argument('<key>', 'name, id or last four characters of the key')
    .action(
      run(async ({ instance, output }, email: string, key: string) => {
        const { apiKey } = await instance
          .client('auth', services.auth.AccountAdminService)
          .RevokeApiKey({ email, key }, LIMITS)
        const view = apiKey ? keyView(apiKey) : {}
        output.result(view, `Revoked "${apiKey?.name}" (${apiKey?.prefix}...${apiKey?.lastFour}).`)
      }),
    )
}

function list(run: Runner): Command {
  return new Command('list')
    .description('List the API keys of a buyer, newest first.')
    .argument('<email>', 'the buyer')
    .action(
      run(async ({ instance, output }, email: string) => {
        const { apiKeys } = await instance
          .client('auth', services.auth.AccountAdminService)
          .ListApiKeys({ email }, LIMITS)
        const keys = apiKeys.map(keyView)
        const rows = keys.map(key => [
          key.name,
          key.shown,
          key.scope || '(unrestricted)',
          key.createdAt,
          key.revokedAt ?? '',
        ])
        output.result(
          { keys },
          keys.length === 0 ? 'No keys.' : table(['name', 'key', 'scope', 'created', 'revoked'], rows),
        )
      }),
    )
}

function keyView(key: auth.ApiKey__Output) {
  return {
    id: key.keyId,
    name: key.name,
    shown: `${key.prefix}...${key.lastFour}`,
    scope: key.scope,
    createdAt: fromTimestamp(key.createdAt)?.toISOString() ?? '',
    revokedAt: fromTimestamp(key.revokedAt)?.toISOString() ?? null,
  }
}
