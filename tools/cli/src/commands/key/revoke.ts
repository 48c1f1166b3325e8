import { services } from '@mtg/contracts'
import { Command } from 'commander'
import { LIMITS } from '../../instance.ts'
import type { Runner } from '../../runner.ts'
import { viewOfKey } from './view.ts'

/** `mtg key revoke EMAIL KEY` */
export function revokeCommand(run: Runner): Command {
  return new Command('revoke')
    .description('Revoke an API key and all keys below it, at once and for good.')
    .argument('<email>', 'the buyer')
    .argument('<key>', 'name, id or last four characters of the key')
    .action(
      run(async ({ instance, output }, email: string, key: string) => {
        const { apiKey, descendantsRevoked } = await instance
          .client('auth', services.auth.AccountAdminService)
          .RevokeApiKey({ email, key }, LIMITS)
        const below = descendantsRevoked === 0 ? '' : ` and ${descendantsRevoked} below it`
        output.result(
          { ...(apiKey ? viewOfKey(apiKey, undefined) : {}), descendantsRevoked },
          `Revoked "${apiKey?.name}" (${apiKey?.prefix}...${apiKey?.lastFour})${below}.`,
        )
      }),
    )
}
