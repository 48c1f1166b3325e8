import { type billing, services } from '@mtg/contracts'
import { readUuid } from '@mtg/primitives'
import { Command } from 'commander'
import { buyerIdOf } from '../buyers.ts'
import { type Instance, LIMITS } from '../instance.ts'
import { table } from '../output.ts'
import type { Runner } from '../runner.ts'

/** `mtg cells` */
export function cellsCommand(run: Runner): Command {
  return new Command('cells')
    .description('Cells of billing, each with a database of its own.')
    .addCommand(listCommand(run))
    .addCommand(moveCommand(run))
}

function listCommand(run: Runner): Command {
  return new Command('list')
    .description('Which cells share the buyers, how many each has, and whether it answers.')
    .action(
      run(async ({ instance, output }) => {
        const { cells, mapVersion } = await statesOf(instance)
        const rows = cells.map(cell => [
          cell.name,
          String(cell.bucketCount),
          cell.failure === '' ? cell.buyerCount : '',
          cell.failure === '' ? cell.mapVersion : '',
          cell.failure || 'serving',
          cell.address,
        ])
        const heading = ['cell', 'buckets', 'buyers', 'map', 'state', 'address']
        const text = cells.length === 0 ? 'There is one billing only, without cells.' : table(heading, rows)
        output.result({ mapVersion, cells }, text)
      }),
    )
}

// What a move waits for: the buyer's own calls, and the other cell.
const MOVE_LIMITS = { timeoutMs: 180_000 }

function moveCommand(run: Runner): Command {
  return new Command('move')
    .description('Move a buyer to another cell while calls go on. Repeat it to finish a move that was cut off.')
    .requiredOption('--buyer <buyer>', "the buyer's e-mail or id")
    .requiredOption('--to <cell>', 'name of the cell')
    .action(
      run(async ({ instance, output }, { buyer, to }: { buyer: string; to: string }) => {
        const buyerId = readUuid(buyer) ?? (await buyerIdOf(instance, buyer))
        const cells = instance.client('billing', services.billing.CellService)
        const { fromCell, mapVersion } = await cells.MoveBuyer({ buyerId, cell: to }, MOVE_LIMITS)
        const text =
          fromCell === to
            ? `${buyer} is in the cell "${to}".`
            : `${buyer} has moved from the cell "${fromCell}" to "${to}".`
        output.result({ buyerId, from: fromCell, to, mapVersion }, text)
      }),
    )
}

async function statesOf(instance: Instance): Promise<billing.ListCellsResponse__Output> {
  return await instance.client('billing', services.billing.CellService).ListCells({}, LIMITS)
}
