import { type oauth, services } from '@mtg/contracts'
import { fromTimestamp } from '@mtg/rpc'
import { Command } from 'commander'
import { LIMITS } from '../instance.ts'
import { table } from '../output.ts'
import type { Runner } from '../runner.ts'

/** `mtg signing-key list|rotate` */
export function signingKeyCommand(run: Runner): Command {
  return new Command('signing-key')
    .description('The keys that sign access tokens.')
    .addCommand(list(run))
    .addCommand(rotate(run))
}

function list(run: Runner): Command {
  return new Command('list').description('List the published keys, newest first.').action(
    run(async ({ instance, output }) => {
      const client = instance.client('oauth', services.oauth.SigningKeyService)
      const keys = (await client.ListSigningKeys({}, LIMITS)).signingKeys.map(keyView)
      output.result({ keys }, asText(keys))
    }),
  )
}

function rotate(run: Runner): Command {
  return new Command('rotate')
    .description('Let the next key sign, once every verifier can know it; tokens of the old one stay good.')
    .option('--compromised', 'the current key has leaked: it and its tokens die at once')
    .action(
      run(async ({ instance, output }, options: { compromised?: boolean }) => {
        const client = instance.client('oauth', services.oauth.SigningKeyService)
        const rotated = await client.RotateSigningKey({ compromised: options.compromised === true }, LIMITS)
        const keys = rotated.signingKeys.map(keyView)
        const takesEffectAt = fromTimestamp(rotated.takesEffectAt)?.toISOString() ?? null
        output.result(
          { takesEffectAt, keys },
          `The next key signs from ${takesEffectAt ?? 'now'} on.\n\n${asText(keys)}`,
        )
      }),
    )
}

const states: Readonly<Record<oauth.SigningKeyState__Output, string>> = {
  SIGNING_KEY_STATE_UNSPECIFIED: 'unknown',
  SIGNING_KEY_STATE_NEXT: 'next',
  SIGNING_KEY_STATE_CURRENT: 'current',
  SIGNING_KEY_STATE_RETIRING: 'retiring',
}

function keyView(key: oauth.SigningKey__Output) {
  return {
    kid: key.kid,
    state: states[key.state],
    createdAt: fromTimestamp(key.createdAt)?.toISOString() ?? '',
    activatesAt: fromTimestamp(key.activatesAt)?.toISOString() ?? null,
    expiresAt: fromTimestamp(key.expiresAt)?.toISOString() ?? null,
  }
}

function asText(keys: readonly ReturnType<typeof keyView>[]): string {
  const rows = keys.map(key => [key.kid, key.state, key.createdAt, key.activatesAt ?? '-', key.expiresAt ?? '-'])
  return table(['kid', 'state', 'created', 'signs from', 'published until'], rows)
}
