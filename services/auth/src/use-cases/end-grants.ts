import type { Clock, KeyId } from '@mtg/primitives'
import type { Invalidate } from '../clients/invalidate.ts'
import { noteKeyChanges } from '../store/caller-changes.ts'
import { type EndedGrantRow, forgetEndedGrants, keepEndedGrants } from '../store/ended-grants.ts'
import { inTransaction, type PrismaClient } from '../store/prisma.ts'

/** A grant that has ended, and the key that its tokens were issued for. */
export interface EndedGrant extends EndedGrantRow {
  readonly keyId: KeyId
}

/** Where ended grants are kept, and who is told. */
export interface EndGrantsDeps {
  readonly prisma: PrismaClient
  readonly invalidate: Invalidate
  readonly clock: Clock
}

/** Ends the tokens of grants. Whoever has cached a token of one of the keys asks again, and is told. */
export async function endGrants({ prisma, invalidate, clock }: EndGrantsDeps, grants: EndedGrant[]): Promise<void> {
  const keyIds = [...new Set(grants.map(grant => grant.keyId))]
  await inTransaction(prisma, async tx => {
    await keepEndedGrants(tx, grants)
    await noteKeyChanges(tx, keyIds)
  })
  for (const keyId of keyIds) invalidate('key', keyId)
  await forgetEndedGrants(prisma, new Date(clock.nowMs()))
}
