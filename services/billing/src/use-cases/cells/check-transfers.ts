import type { Transfer } from '../../domain/buyer-move.ts'

/** All that has left or arrived in each cell, as that cell has it. */
export type ReadTransfers = () => Promise<readonly { readonly cell: string; readonly transfers: readonly Transfer[] }[]>

/** What all cells together say of moves. Cells are not read at one moment, so that they are read twice: what was there first has its match later. */
export async function checkTransfers(read: ReadTransfers): Promise<string[]> {
  const before = await read()
  const after = await read()
  const [sent, received] = [byMove(after, true), byMove(after, false)]
  return before.flatMap(({ cell, transfers }) =>
    transfers.flatMap(transfer => {
      const match = (transfer.isOut ? received : sent).get(transfer.id)
      if (transfer.isOut && !transfer.hasArrived && match === undefined) return []
      if (match?.walletMicros === transfer.walletMicros && match.owedMicros === transfer.owedMicros) return []
      const [here, there] = transfer.isOut ? ['left', 'arrived'] : ['arrived', 'left']
      return [
        `${cell}: move ${transfer.id}: ${textOf(transfer)} ${here}, ${match ? textOf(match) : 'nothing'} ${there}`,
      ]
    }),
  )
}

function byMove(cells: Awaited<ReturnType<ReadTransfers>>, isOut: boolean): Map<string, Transfer> {
  const ofWay = cells.flatMap(({ transfers }) => transfers.filter(transfer => transfer.isOut === isOut))
  return new Map(ofWay.map(transfer => [transfer.id, transfer]))
}

const textOf = ({ walletMicros, owedMicros }: Transfer) => `${walletMicros} and ${owedMicros} owed`
