import { type auth, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import { systemClock } from '@mtg/primitives'
import { fieldLimits, fromTimestamp, implement, invalidField, isPlainText, required, textOf, uuidOf } from '@mtg/rpc'
import type { Invalidate } from '../clients/invalidate.ts'
import { digestApiKey, parseApiKey } from '../domain/api-key.ts'
import type { Passwords } from '../domain/password.ts'
import { buyerByEmail, buyerById } from '../store/buyers.ts'
import { type ApiKey, type Buyer, emailKeyOf, type PrismaClient, run } from '../store/prisma.ts'

/** What the service stands on. */
export interface AccountDeps {
  readonly prisma: PrismaClient
  readonly passwords: Passwords
  readonly pepper: Buffer
  readonly invalidate: Invalidate
}

/** AccountService: credentials of people and keys, for services that log somebody in. */
export function accountService(deps: AccountDeps) {
  return implement(services.auth.AccountService, {
    VerifyApiKey: request => verifyApiKey(deps, request),
    GetApiKeyState: request => getApiKeyState(deps, request),
    VerifyPassword: request => verifyPassword(deps, request),
    GetBuyer: request => getBuyer(deps, request),
    EndGrants: request => endGrants(deps, request),
  })
}

async function verifyApiKey(
  deps: AccountDeps,
  request: auth.VerifyApiKeyRequest__Output,
): Promise<auth.VerifyApiKeyResponse> {
  if (parseApiKey(request.apiKey) === undefined) throw appError('api_key_invalid', { detail: { reason: 'format' } })
  const digest = new Uint8Array(digestApiKey(deps.pepper, request.apiKey))
  const key = liveKey(await run(deps.prisma.apiKey.findUnique({ where: { digest }, include: { buyer: true } })))
  return { keyId: key.id, buyerId: key.buyerId, scope: key.scope, email: key.buyer.email, name: key.name }
}

async function getApiKeyState(
  deps: AccountDeps,
  request: auth.GetApiKeyStateRequest__Output,
): Promise<auth.GetApiKeyStateResponse> {
  const id = uuidOf(request.keyId, 'key_id')
  const key = liveKey(await run(deps.prisma.apiKey.findUnique({ where: { id }, include: { buyer: true } })))
  return { buyerId: key.buyerId, scope: key.scope }
}

function liveKey(key: (ApiKey & { buyer: Buyer }) | null): ApiKey & { buyer: Buyer } {
  if (key === null) throw appError('api_key_invalid', { detail: { reason: 'unknown key' } })
  if (key.revokedAt !== null) throw appError('api_key_revoked', { detail: { keyId: key.id } })
  if (key.buyer.suspended) throw appError('buyer_suspended', { detail: { buyerId: key.buyerId } })
  return key
}

async function verifyPassword(
  deps: AccountDeps,
  request: auth.VerifyPasswordRequest__Output,
): Promise<auth.VerifyPasswordResponse> {
  const requester = textOf(request.requester, 'requester', fieldLimits.idBytesMax)
  const [login, buyer, owner] = await accountsOf(deps.prisma, request.email)
  const verified = await deps.passwords.verify(login?.passwordHash, request.password, requester)
  if (!verified) return { verified: false }
  if (buyer?.suspended === true) throw appError('buyer_suspended', { detail: { buyerId: buyer.id } })
  return { verified: true, buyerId: buyer?.id ?? '', publisherUsername: owner?.username ?? '' }
}

/** All three are always asked, so that the time does not tell whether the e-mail exists; what is no text has no account. */
async function accountsOf(prisma: PrismaClient, email: string) {
  if (!isPlainText(email, fieldLimits.emailBytesMax)) return [null, null, null] as const
  const where = { emailKey: emailKeyOf(email) }
  return await run(
    Promise.all([
      prisma.login.findUnique({ where }),
      prisma.buyer.findUnique({ where }),
      prisma.publisherOwner.findUnique({ where }),
    ]),
  )
}

async function getBuyer(deps: AccountDeps, request: auth.GetBuyerRequest__Output): Promise<auth.GetBuyerResponse> {
  const { buyerId } = request
  const buyer =
    buyerId === ''
      ? await buyerByEmail(deps.prisma, required(request.email, 'email'))
      : await buyerById(deps.prisma, uuidOf(buyerId, 'buyer_id'))
  return { buyerId: buyer.id, email: buyer.email, suspended: buyer.suspended }
}

const GRANTS_MAX = 500
const TOKENS_LIVE_MAX_MS = 2 * 24 * 3600 * 1000

/** Whoever has cached a token of the key asks again, and is told. */
async function endGrants(
  { prisma, invalidate }: AccountDeps,
  request: auth.EndGrantsRequest__Output,
): Promise<auth.EndGrantsResponse> {
  if (request.grants.length > GRANTS_MAX) throw invalidField('grants', `are more than ${GRANTS_MAX}`)
  const latest = new Date(systemClock.nowMs() + TOKENS_LIVE_MAX_MS)
  const ended = request.grants.map(({ grantId, keyId, tokensExpireAt }) => {
    const expireAt = fromTimestamp(tokensExpireAt)
    if (expireAt === undefined || expireAt > latest)
      throw invalidField('tokens_expire_at', 'is missing or too far away')
    return { grantId: uuidOf(grantId, 'grant_id'), keyId: uuidOf(keyId, 'key_id'), tokensExpireAt: expireAt }
  })
  const data = ended.map(({ grantId, tokensExpireAt }) => ({ grantId, tokensExpireAt }))
  await run(prisma.endedGrant.createMany({ data, skipDuplicates: true }))
  for (const keyId of new Set(ended.map(grant => grant.keyId))) invalidate('key', keyId)
  await run(prisma.endedGrant.deleteMany({ where: { tokensExpireAt: { lt: new Date(systemClock.nowMs()) } } }))
  return {}
}
