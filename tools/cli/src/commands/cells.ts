import { type billing, services } from '@mtg/contracts'
import { Command } from 'commander'
import { type Instance, LIMITS } from '../instance.ts'
import { table } from '../output.ts'
import type { Runner } from '../runner.ts'

/** `mtg cells` */
export function cellsCommand(run: Runner): Command {
  return new Command('cells')
    .description('Cells of billing, each with a database of its own.')
    .addCommand(listCommand(run))
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

async function statesOf(instance: Instance): Promise<billing.ListCellsResponse__Output> {
  return await instance.client('billing', services.billing.CellService).ListCells({}, LIMITS)
}
