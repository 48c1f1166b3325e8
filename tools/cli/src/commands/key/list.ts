import { Command } from 'commander'
import { buyerIdOf } from '../../buyers.ts'
import { table } from '../../output.ts'
import type { Runner } from '../../runner.ts'
import { allKeys, allSpending } from './known-keys.ts'
import { type KeyView, otherLimitsText, spendingText, viewOfKey } from './view.ts'

const HEADING = ['name', 'key', 'scope', 'spent (USD)', 'limits', 'created', 'expires', 'revoked']

/** `mtg key list EMAIL` */
export function listCommand(run: Runner): Command {
  return new Command('list')
    .description('List the API keys of a buyer as a tree, newest first, with what they have spent of their caps.')
    .argument('<email>', 'the buyer')
    .action(
      run(async ({ instance, output }, email: string) => {
        const buyerId = await buyerIdOf(instance, email)
        const [known, spending] = await Promise.all([allKeys(instance, email), allSpending(instance, buyerId)])
        const keys = asTree(known.map(key => viewOfKey(key, spending.get(key.keyId))))
        output.result({ keys }, keys.length === 0 ? 'No keys.' : table(HEADING, keys.map(rowOf)))
      }),
    )
}

/** Each key is followed by its children. */
function asTree(keys: readonly KeyView[]): KeyView[] {
  const children = Map.groupBy(keys, key => key.parentId)
  const below = (parentId: string | null): KeyView[] =>
    (children.get(parentId) ?? []).flatMap(key => [key, ...below(key.id)])
  return below(null)
}

function rowOf(key: KeyView): string[] {
  return [
    '  '.repeat(key.generation - 1) + key.name,
    key.shown,
    key.scope || '(unrestricted)',
    spendingText(key),
    otherLimitsText(key),
    key.createdAt,
    key.expiresAt ?? '',
    key.revokedAt ?? '',
  ]
}
