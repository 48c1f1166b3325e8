import { type oauth, services } from '@mtg/contracts'
import { fromTimestamp } from '@mtg/rpc'
import { Command } from 'commander'
import { buyerIdOf } from '../buyers.ts'
import { type Instance, LIMITS } from '../instance.ts'
import { table } from '../output.ts'
import type { Runner } from '../runner.ts'

const PAGE_SIZE = 500

/** `mtg grants list|revoke EMAIL` */
export function grantsCommand(run: Runner): Command {
  return new Command('grants')
    .description('What a buyer has granted to clients in the browser.')
    .addCommand(list(run))
    .addCommand(revoke(run))
}

function list(run: Runner): Command {
  return new Command('list')
    .description('List live grants, newest first.')
    .argument('<email>', 'the buyer')
    .action(
      run(async ({ instance, output }, email: string) => {
        const buyerId = await buyerIdOf(instance, email)
        const grants = (await allGrants(instance, buyerId)).map(grant => ({
          id: grant.grantId,
          keyId: grant.keyId,
          redirectHost: grant.redirectHost,
          scope: grant.scope,
          createdAt: fromTimestamp(grant.createdAt)?.toISOString() ?? '',
          lastUsedAt: fromTimestamp(grant.lastUsedAt)?.toISOString() ?? null,
          expiresAt: fromTimestamp(grant.expiresAt)?.toISOString() ?? '',
        }))
        const rows = grants.map(grant => [
          grant.id,
          grant.redirectHost,
          grant.scope,
          grant.createdAt,
          grant.lastUsedAt ?? '-',
        ])
        output.result(
          { grants },
          grants.length === 0 ? 'No grants.' : table(['grant', 'client host', 'scope', 'granted', 'last used'], rows),
        )
      }),
    )
}

async function allGrants(instance: Instance, buyerId: string): Promise<oauth.Grant__Output[]> {
  const client = instance.client('oauth', services.oauth.GrantService)
  const grants: oauth.Grant__Output[] = []
  let pageToken = ''
  do {
    const page = await client.ListGrants({ buyerId, pageSize: PAGE_SIZE, pageToken }, LIMITS)
    grants.push(...page.grants)
    pageToken = page.nextPageToken
  } while (pageToken !== '')
  return grants
}

function revoke(run: Runner): Command {
  return new Command('revoke')
    .description('Revoke a grant, or all of them: their refresh tokens die at once.')
    .argument('<email>', 'the buyer')
    .argument('[grant]', 'id of the grant; all when left out')
    .action(
      run(async ({ instance, output }, email: string, grantId: string | undefined) => {
        const buyerId = await buyerIdOf(instance, email)
        const client = instance.client('oauth', services.oauth.GrantService)
        const { revokedCount } = await client.RevokeGrant({ buyerId, grantId: grantId ?? '' }, LIMITS)
        output.result({ revokedCount }, revokedCount === 1 ? '1 grant revoked.' : `${revokedCount} grants revoked.`)
      }),
    )
}
