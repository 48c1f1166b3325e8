import { appError } from '@mtg/errors'
import { implement, invalidField, type oauth, required, services, toTimestamp } from '@mtg/rpc'
import type { Clock } from '@mtg/runtime'
import type { RevocationReason } from '../store/grants.ts'
import { type Grant, type PrismaClient, run } from '../store/prisma.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const BY_BUYER: RevocationReason = 'buyer'

/** What the service stands on. */
export interface GrantServiceDeps {
  readonly prisma: PrismaClient
  readonly clock: Clock
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
  const where = { buyerId: uuid(request.buyerId, 'buyer_id'), ...liveAt(clock) }
  const grants = await run(prisma.grant.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] }))
  return { grants: grants.map(describe) }
}

async function revokeGrant(
  { prisma, clock }: GrantServiceDeps,
  request: oauth.RevokeGrantRequest__Output,
): Promise<oauth.RevokeGrantResponse> {
  const buyerId = uuid(request.buyerId, 'buyer_id')
  const wanted = request.grantId === '' ? {} : { id: uuid(request.grantId, 'grant_id') }
  if (wanted.id !== undefined && (await run(prisma.grant.findFirst({ where: { buyerId, ...wanted } }))) === null) {
    throw appError('not_found', { message: 'The buyer has no such grant.' })
  }
  const data = { revokedAt: new Date(clock.nowMs()), revokedReason: BY_BUYER }
  const { count } = await run(prisma.grant.updateMany({ where: { buyerId, ...wanted, ...liveAt(clock) }, data }))
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

function uuid(value: string, field: string): string {
  if (!UUID.test(required(value, field))) throw invalidField(field, 'is not a UUID')
  return value
}
