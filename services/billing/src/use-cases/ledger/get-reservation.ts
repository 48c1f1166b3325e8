import { type billing } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import { toTimestamp } from '@mtg/rpc'
import { type PrismaClient, run } from '../../store/prisma.ts'

const states = {
  open: 'RESERVATION_STATE_OPEN',
  captured: 'RESERVATION_STATE_CAPTURED',
  released: 'RESERVATION_STATE_RELEASED',
  expired: 'RESERVATION_STATE_EXPIRED',
} as const

const tiers = { free: 'TIER_FREE', paid: 'TIER_PAID' } as const

/** One reservation as it stands, or `reservation_not_found`. */
export async function getReservation(prisma: PrismaClient, callId: string): Promise<billing.GetReservationResponse> {
  const row = await run(prisma.reservation.findUnique({ where: { callId } }))
  if (row === null) throw appError('reservation_not_found', { detail: { callId } })
  const app =
    row.appId === null
      ? null
      : await run(prisma.app.findUnique({ where: { id: row.appId }, include: { publisher: true } }))
  return {
    callId,
    state: states[row.state],
    buyerId: row.buyerId ?? '',
    purchaseId: row.purchaseId ?? '',
    app: app === null ? '' : `${app.publisher.username}/${app.name}`,
    toolName: row.tool,
    tier: row.tier === null ? 'TIER_UNSPECIFIED' : tiers[row.tier],
    priceMicros: row.priceMicros.toString(),
    reservedAt: toTimestamp(row.reservedAt),
    resolvedAt: row.resolvedAt === null ? null : toTimestamp(row.resolvedAt),
    expiresAt: toTimestamp(row.expiresAt),
    outcome: row.outcome,
    corrected: row.corrected,
  }
}
