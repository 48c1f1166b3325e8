import { runTranslated } from '@mtg/postgres/prisma'
import type { GrantId } from '@mtg/primitives'
import type { Transaction } from './prisma.ts'

/** A grant that ended before the tokens issued under it do. */
export interface EndedGrantRow {
  readonly grantId: GrantId
  readonly tokensExpireAt: Date
}

/** Notes that grants have ended; those that are noted already stay as they are. */
export async function keepEndedGrants(db: Transaction, grants: readonly EndedGrantRow[]): Promise<void> {
  const data = grants.map(({ grantId, tokensExpireAt }) => ({ grantId, tokensExpireAt }))
  await runTranslated(db.endedGrant.createMany({ data, skipDuplicates: true }))
}

/** Forgets the ended grants whose last token has expired. */
export async function forgetEndedGrants(db: Transaction, now: Date): Promise<void> {
  await runTranslated(db.endedGrant.deleteMany({ where: { tokensExpireAt: { lt: now } } }))
}
