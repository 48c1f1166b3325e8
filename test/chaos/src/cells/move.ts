import { services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import { type Constellation, eventually } from '@mtg/testing'
import type { Random } from '../random.ts'

const MOVE_TIMEOUT_MS = 10_000
const PATIENCE_MS = 120_000

/** Moves buyers between the cells of a gateway. */
export interface Mover {
  /** One after the other, to anywhere, until the signal. */
  moveUntil(signal: AbortSignal): Promise<void>
  /** How many moves were told to be done. */
  moves(): number
  /** Each once, to another cell than it is in: when nothing is broken any more, that works. */
  moveEach(): Promise<void>
  close(): void
}

/** A mover of these buyers. */
export function createMover(gateway: Constellation, buyerIds: readonly string[], random: Random): Mover {
  const server = { address: gateway.grpc.billing, token: gateway.secretOf('operator') }
  const cells = createClient(services.billing.CellService, server)
  const limits = { timeoutMs: MOVE_TIMEOUT_MS }
  const namesOf = async () => (await cells.ListCells({}, limits)).cells.map(({ name }) => name)

  let moves = 0

  return {
    moves: () => moves,
    async moveUntil(signal) {
      while (!signal.aborted) {
        try {
          const cell = random.pick(await namesOf())
          const { fromCell } = await cells.MoveBuyer({ buyerId: random.pick(buyerIds), cell }, limits)
          if (fromCell !== cell) moves += 1
        } catch {
          // A cell is down. What was begun is finished by itself, or by the next who moves the buyer.
        }
      }
    },
    async moveEach() {
      const [home = '', ...others] = await eventually(namesOf, PATIENCE_MS)
      for (const buyerId of buyerIds) {
        for (const cell of [random.pick(others), home]) {
          const { fromCell } = await eventually(() => cells.MoveBuyer({ buyerId, cell }, limits), PATIENCE_MS)
          if (fromCell !== cell) moves += 1
        }
      }
    },
    close: () => cells.close(),
  }
}
