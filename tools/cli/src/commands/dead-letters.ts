import { type metering, services } from '@mtg/contracts'
import { fromTimestamp } from '@mtg/rpc'
import { Command } from 'commander'
import { CliError, exitCodes } from '../failure.ts'
import { LIMITS, SLOW_LIMITS } from '../instance.ts'
import { table } from '../output.ts'
import type { Runner } from '../runner.ts'

const PAGE_SIZE = 500

/** `mtg dead-letters list|replay` */
export function deadLettersCommand(run: Runner): Command {
  return new Command('dead-letters')
    .description('Usage events that could not be stored.')
    .addCommand(list(run))
    .addCommand(replay(run))
}

function list(run: Runner): Command {
  return new Command('list').description('List them, oldest first, with the reason.').action(
    run(async ({ instance, output }) => {
      const client = instance.client('metering', services.metering.DeadLetterService)
      const letters: metering.DeadLetter__Output[] = []
      for (let pageToken = ''; ; ) {
        const page = await client.ListDeadLetters({ pageSize: PAGE_SIZE, pageToken }, LIMITS)
        letters.push(...page.deadLetters)
        pageToken = page.nextPageToken
        if (pageToken === '') break
      }
      const deadLetters = letters.map(viewOf)
      const rows = deadLetters.map(({ id, lastSeenAt, reason, detail }) => [id, lastSeenAt, reason, detail])
      output.result(
        { deadLetters },
        rows.length === 0 ? 'No dead letters.' : table(['id', 'last seen', 'reason', 'detail'], rows),
      )
    }),
  )
}

function viewOf(letter: metering.DeadLetter__Output) {
  return {
    id: letter.deadLetterId,
    subject: letter.subject,
    reason: letter.reason,
    detail: letter.detail,
    deliveryCount: letter.deliveryCount,
    firstSeenAt: fromTimestamp(letter.firstSeenAt)?.toISOString() ?? '',
    lastSeenAt: fromTimestamp(letter.lastSeenAt)?.toISOString() ?? '',
    payload: letter.payload,
    payloadBytes: letter.payloadBytes,
    whole: letter.whole,
  }
}

function replay(run: Runner): Command {
  return new Command('replay')
    .description('Try to store them again; exits 1 when some are still refused.')
    .argument('[id...]', 'which; up to 1,000 of the oldest when left out')
    .action(
      run(async ({ instance, output }, ids: string[]) => {
        const malformed = ids.find(id => !/^\d{1,18}$/.test(id))
        if (malformed !== undefined) {
          throw new CliError(`"${malformed}" is not the id of a dead letter`, exitCodes.usage)
        }
        const client = instance.client('metering', services.metering.DeadLetterService)
        const response = await client.ReplayDeadLetters({ deadLetterIds: ids }, SLOW_LIMITS)
        const { replayedCount, failedCount } = response
        output.result({ replayedCount, failedCount }, `${replayedCount} stored, ${failedCount} still refused.`)
        return failedCount === 0 ? undefined : 'failed'
      }),
    )
}
