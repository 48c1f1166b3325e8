import { type auth, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import type { Logger } from '@mtg/observability'
import { implement, toTimestamp } from '@mtg/rpc'
import type { Invalidate } from '../clients/invalidate.ts'
import { digestApiKey, generateApiKey, type KeyParts, parseApiKey } from '../domain/api-key.ts'
import { digestEmail } from '../domain/email.ts'
import { buyerByEmail } from '../store/buyers.ts'
import { type ApiKey, inTransaction, run } from '../store/prisma.ts'
import { type ApplyDeps, applyAccounts } from '../use-cases/accounts/apply.ts'
import { validateKeyName, validateScope } from '../use-cases/accounts/validate.ts'

/** What the service stands on. */
export interface AccountAdminDeps extends ApplyDeps {
  readonly invalidate: Invalidate
  readonly log: Logger
}

/** AccountAdminService: buyers and keys, for `mtg` and the console. */
export function accountAdminService(deps: AccountAdminDeps) {
  return implement(services.auth.AccountAdminService, {
    ApplyAccounts: async request => {
      const { response, changedBuyerIds } = await applyAccounts(deps, request)
      if (request.validateOnly) return response
      for (const id of changedBuyerIds) deps.invalidate('buyer', id)
      for (const keptBack of response.keptBack ?? []) deps.log.warn({ keptBack }, 'not applied of the marketplace file')
      return response
    },
    CreateApiKey: request => createApiKey(deps, request),
    RevokeApiKey: request => revokeApiKey(deps, request),
    ListApiKeys: request => listApiKeys(deps, request),
    SetBuyerStatus: request => setBuyerStatus(deps, request),
    DeleteBuyer: request => deleteBuyer(deps, request),
  })
}

async function createApiKey(
  deps: AccountAdminDeps,
  request: auth.CreateApiKeyRequest__Output,
): Promise<auth.CreateApiKeyResponse> {
  const { name, scope } = request
  validateKeyName(name)
  validateScope(scope)
  const buyer = await buyerByEmail(deps.prisma, request.email)
  const where = { buyerId_name: { buyerId: buyer.id, name } }
  if ((await run(deps.prisma.apiKey.findUnique({ where }))) !== null) {
    throw appError('invalid_argument', {
      message: `${buyer.email} already has a key named "${name}": choose another name.`,
    })
  }
  const key = generateApiKey(request.ambient ? 'vai-sk-' : 'vnb-sk-')
  const digest = new Uint8Array(digestApiKey(deps.pepper, key))
  const data = { buyerId: buyer.id, name, scope, digest, ...(parseApiKey(key) as KeyParts) }
  const row = await run(deps.prisma.apiKey.create({ data }))
  return { key, apiKey: describe(row) }
}

async function revokeApiKey(
  deps: AccountAdminDeps,
  request: auth.RevokeApiKeyRequest__Output,
): Promise<auth.RevokeApiKeyResponse> {
  const buyer = await buyerByEmail(deps.prisma, request.email)
  const keys = await run(deps.prisma.apiKey.findMany({ where: { buyerId: buyer.id } }))
  const found = pickKey(keys, request.key)
  const revokedAt = found.revokedAt ?? new Date()
  const row = await run(deps.prisma.apiKey.update({ where: { id: found.id }, data: { revokedAt } }))
  deps.invalidate('key', row.id)
  return { apiKey: describe(row) }
}

/** Id and name identify a key; the last four characters do when only one key ends with them. */
function pickKey(keys: readonly ApiKey[], wanted: string): ApiKey {
  const exact = keys.find(key => key.id === wanted || key.name === wanted)
  if (exact !== undefined) return exact
  const [match, ...others] = keys.filter(key => key.lastFour === wanted)
  if (match !== undefined && others.length === 0) return match
  const message =
    match === undefined
      ? `No key is named or ends with "${wanted}".`
      : `Several keys end with "${wanted}": give the name or id.`
  throw appError(match === undefined ? 'not_found' : 'invalid_argument', { message })
}

async function listApiKeys(
  deps: AccountAdminDeps,
  request: auth.ListApiKeysRequest__Output,
): Promise<auth.ListApiKeysResponse> {
  const buyer = await buyerByEmail(deps.prisma, request.email)
  const keys = await run(deps.prisma.apiKey.findMany({ where: { buyerId: buyer.id }, orderBy: { createdAt: 'desc' } }))
  return { apiKeys: keys.map(describe) }
}

async function setBuyerStatus(
  deps: AccountAdminDeps,
  request: auth.SetBuyerStatusRequest__Output,
): Promise<auth.SetBuyerStatusResponse> {
  const { suspended } = request
  const buyer = await buyerByEmail(deps.prisma, request.email)
  await run(deps.prisma.buyer.update({ where: { id: buyer.id }, data: { suspended } }))
  deps.invalidate('buyer', buyer.id)
  return { buyerId: buyer.id, suspended }
}

async function deleteBuyer(
  deps: AccountAdminDeps,
  request: auth.DeleteBuyerRequest__Output,
): Promise<auth.DeleteBuyerResponse> {
  const buyer = await buyerByEmail(deps.prisma, request.email)
  await inTransaction(deps.prisma, async tx => {
    const owner = await tx.publisherOwner.findUnique({ where: { emailKey: buyer.emailKey } })
    const keys = await tx.apiKey.findMany({ where: { buyerId: buyer.id }, select: { digest: true } })
    // Otherwise the next start with a file that names the buyer would bring back what was deleted.
    const deletedBuyer = { emailDigest: digestEmail(deps.pepper, buyer.emailKey) }
    await tx.deletedBuyer.createMany({ data: [deletedBuyer], skipDuplicates: true })
    await tx.deletedKey.createMany({ data: keys, skipDuplicates: true })
    await tx.buyer.delete({ where: { id: buyer.id } })
    // A login that also opens a publisher's console stays.
    if (owner === null) await tx.login.deleteMany({ where: { emailKey: buyer.emailKey } })
  })
  deps.invalidate('buyer', buyer.id)
  return { buyerId: buyer.id }
}

function describe(key: ApiKey): auth.ApiKey {
  const { id, name, prefix, lastFour, scope, createdAt, revokedAt } = key
  return {
    keyId: id,
    name,
    prefix,
    lastFour,
    scope,
    createdAt: toTimestamp(createdAt),
    revokedAt: revokedAt === null ? null : toTimestamp(revokedAt),
  }
}
