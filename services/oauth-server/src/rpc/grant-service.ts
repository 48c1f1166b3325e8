import { type oauth, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import type { Clock } from '@mtg/primitives'
import { implement, toTimestamp, uuidOf } from '@mtg/rpc'
import type { EndedGrants } from '../jobs/announce-ended-grants.ts'
import type { RevocationReason } from '../store/grants.ts'
import { type Grant, type PrismaClient, run } from '../store/prisma.ts'

const BY_BUYER: RevocationReason = 'buyer'

/** What the service stands on. */
export interface GrantServiceDeps {
  readonly prisma: PrismaClient
  readonly clock: Clock
  readonly endedGrants: EndedGrants
}

/** GrantService: what a buyer has allowed to clients. */
export function grantService(deps: GrantServiceDeps) {
  return implement(services.oauth.GrantService, {
    ListGrants: request => listGrants(deps, request),
    RevokeGrant: request => revokeGrant(deps, request),
  })
}

async function listGrants(
  { prisma, clock }: GrantServiceDeps,
  request: oauth.ListGrantsRequest__Output,
): Promise<oauth.ListGrantsResponse> {
  const where = { buyerId: uuidOf(request.buyerId, 'buyer_id'), ...liveAt(clock) }
  const grants = await run(prisma.grant.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] }))
  return { grants: grants.map(describe) }
}

async function revokeGrant(
  { prisma, clock, endedGrants }: GrantServiceDeps,
  request: oauth.RevokeGrantRequest__Output,
): Promise<oauth.RevokeGrantResponse> {
  const buyerId = uuidOf(request.buyerId, 'buyer_id')
  const wanted = request.grantId === '' ? {} : { id: uuidOf(request.grantId, 'grant_id') }
  if (wanted.id !== undefined && (await run(prisma.grant.findFirst({ where: { buyerId, ...wanted } }))) === null) {
    throw appError('not_found', { message: 'The buyer has no such grant.' })
  }
  const data = { revokedAt: new Date(clock.nowMs()), revokedReason: BY_BUYER }
  const { count } = await run(prisma.grant.updateMany({ where: { buyerId, ...wanted, ...liveAt(clock) }, data }))
  await endedGrants.announce()
  return { revokedCount: count }
}

function liveAt(clock: Clock) {
  return { revokedAt: null, expiresAt: { gt: new Date(clock.nowMs()) } }
}

function describe(grant: Grant): oauth.Grant {
  const { id, keyId, redirectHost, scope, createdAt, lastUsedAt, expiresAt } = grant
  return {
    grantId: id,
    keyId,
    redirectHost,
    scope,
    createdAt: toTimestamp(createdAt),
    lastUsedAt: lastUsedAt === null ? null : toTimestamp(lastUsedAt),
    expiresAt: toTimestamp(expiresAt),
  }
}
