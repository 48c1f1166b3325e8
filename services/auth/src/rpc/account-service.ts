import { appError } from '@mtg/errors'
import { type auth, implement, required, services } from '@mtg/rpc'
import { digestApiKey, parseApiKey } from '../domain/api-key.ts'
import type { Passwords } from '../domain/password.ts'
import { buyerByEmail, buyerById } from '../store/buyers.ts'
import { type ApiKey, type Buyer, emailKeyOf, type PrismaClient, run } from '../store/prisma.ts'

/** What the service stands on. */
export interface AccountDeps {
  readonly prisma: PrismaClient
  readonly passwords: Passwords
  readonly pepper: Buffer
}

/** AccountService: credentials of people and keys, for services that log somebody in. */
export function accountService(deps: AccountDeps) {
  return implement(services.auth.AccountService, {
    VerifyApiKey: request => verifyApiKey(deps, request),
    GetApiKeyState: request => getApiKeyState(deps, request),
    VerifyPassword: request => verifyPassword(deps, request),
    GetBuyer: request => getBuyer(deps, request),
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
  const id = required(request.keyId, 'key_id')
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
  const emailKey = emailKeyOf(request.email)
  // All three are always asked, so that the time does not tell whether the e-mail exists.
  const [login, buyer, owner] = await run(
    Promise.all([
      deps.prisma.login.findUnique({ where: { emailKey } }),
      deps.prisma.buyer.findUnique({ where: { emailKey } }),
      deps.prisma.publisherOwner.findUnique({ where: { emailKey } }),
    ]),
  )
  const verified = await deps.passwords.verify(login?.passwordHash, request.password)
  if (!verified) return { verified: false }
  if (buyer?.suspended === true) throw appError('buyer_suspended', { detail: { buyerId: buyer.id } })
  return { verified: true, buyerId: buyer?.id ?? '', publisherUsername: owner?.username ?? '' }
}

async function getBuyer(deps: AccountDeps, request: auth.GetBuyerRequest__Output): Promise<auth.GetBuyerResponse> {
  const { buyerId } = request
  const buyer =
    buyerId === ''
      ? await buyerByEmail(deps.prisma, required(request.email, 'email'))
      : await buyerById(deps.prisma, buyerId)
  return { buyerId: buyer.id, email: buyer.email, suspended: buyer.suspended }
}
