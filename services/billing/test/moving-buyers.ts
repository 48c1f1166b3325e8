import { services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import { eventually } from '@mtg/testing'
import { patient, type TestCells } from './cells.ts'
import { LIMITS } from './harness.ts'

const PATIENCE_MS = 240_000

/** Clients of a cell's billing for what concerns buyers, wherever they are. All but `cells` and `calls` ask again while the gateway itself fails. */
export function openClients(system: Pick<TestCells, 'cells' | 'secrets' | 'clientOf'>) {
  const asEdge = { address: system.cells[0]?.address ?? '', token: system.secrets['edge-proxy'] }
  return {
    cells: system.clientOf(services.billing.CellService),
    wallets: patient(system.clientOf(services.billing.WalletService)),
    purchases: patient(system.clientOf(services.billing.PurchaseService)),
    keys: patient(system.clientOf(services.billing.KeyLimitsService)),
    ledger: patient(system.clientOf(services.billing.LedgerService)),
    topUps: patient(system.clientOf(services.billing.TopUpService)),
    statements: patient(system.clientOf(services.billing.StatementService)),
    calls: system.clientOf(services.billing.ReservationService),
    attempts: patient(createClient(services.billing.IdempotencyService, asEdge)),
    listed: patient(system.clientOf(services.billing.TaskService)),
    tasks: patient(createClient(services.billing.TaskService, asEdge)),
  }
}

export type Clients = ReturnType<typeof openClients>

/** However long a busy machine takes: a move that is not finished in time is finished by repeating it. */
export async function moveBuyerAtLast({ cells }: Pick<Clients, 'cells'>, buyerId: string, cell: string): Promise<void> {
  await eventually(async () => void (await cells.MoveBuyer({ buyerId, cell }, LIMITS)), PATIENCE_MS)
}
