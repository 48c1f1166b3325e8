import { appError } from '@mtg/errors'
import { implement, invalidField, type oauth, required, services, toTimestamp } from '@mtg/rpc'
import type { RevocationReason } from '../store/grants.ts'
import { type Grant, type PrismaClient, run } from '../store/prisma.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const BY_BUYER: RevocationReason = 'buyer'

/** GrantService: what a buyer has allowed to clients. */
export function grantService(prisma: PrismaClient) {
  return implement(services.oauth.GrantService, {
    ListGrants: request => listGrants(prisma, request),
    RevokeGrant: request => revokeGrant(prisma, request),
  })
}

async function listGrants(
  prisma: PrismaClient,
  request: oauth.ListGrantsRequest__Output,
): Promise<oauth.ListGrantsResponse> {
  const where = { buyerId: uuid(request.buyerId, 'buyer_id'), ...live() }
  const grants = await run(prisma.grant.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] }))
  return { grants: grants.map(describe) }
}

async function revokeGrant(
  prisma: PrismaClient,
  request: oauth.RevokeGrantRequest__Output,
): Promise<oauth.RevokeGrantResponse> {
  const buyerId = uuid(request.buyerId, 'buyer_id')
  const wanted = request.grantId === '' ? {} : { id: uuid(request.grantId, 'grant_id') }
  if (wanted.id !== undefined && (await run(prisma.grant.findFirst({ where: { buyerId, ...wanted } }))) === null) {
    throw appError('not_found', { message: 'The buyer has no such grant.' })
  }
  const data = { revokedAt: new Date(), revokedReason: BY_BUYER }
  const { count } = await run(prisma.grant.updateMany({ where: { buyerId, ...wanted, ...live() }, data }))
  return { revokedCount: count }
}

function live() {
  return { revokedAt: null, expiresAt: { gt: new Date() } }
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
