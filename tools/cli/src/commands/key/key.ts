import { Command } from 'commander'
import type { Runner } from '../../runner.ts'
import { createCommand } from './create.ts'
import { limitsCommand } from './limits.ts'
import { listCommand } from './list.ts'
import { revokeCommand } from './revoke.ts'

/** `mtg key create|list|limits|revoke EMAIL` */
export function keyCommand(run: Runner): Command {
  return new Command('key')
    .description('API keys of a buyer: what they may do, spend and call, and the keys below them.')
    .addCommand(createCommand(run))
    .addCommand(listCommand(run))
    .addCommand(limitsCommand(run))
    .addCommand(revokeCommand(run))
}
