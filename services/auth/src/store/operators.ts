import { runTranslated } from '@mtg/postgres/prisma'
import { type AccountId, asAccountId, expectUuid } from '@mtg/primitives'
import type { Transaction } from './prisma.ts'

/** An account that runs the gateway. */
export interface Operator {
  readonly accountId: AccountId
  readonly email: string
  readonly addedAt: Date
}

const OPERATORS_MAX = 1000

/** Makes a login an operator's. */
export async function addOperator(db: Transaction, emailKey: string): Promise<Date> {
  const upsert = { where: { emailKey }, create: { emailKey }, update: {} }
  return (await runTranslated(db.operator.upsert(upsert))).addedAt
}

/** Ends that; false when it was none. */
export async function removeOperator(db: Transaction, emailKey: string): Promise<boolean> {
  return (await runTranslated(db.operator.deleteMany({ where: { emailKey } }))).count > 0
}

/** Since when a login is an operator's; undefined when it is none. */
export async function operatorSince(db: Transaction, emailKey: string): Promise<Date | undefined> {
  return (await runTranslated(db.operator.findUnique({ where: { emailKey } })))?.addedAt
}

/** All operators, by address. */
export async function listOperators(db: Transaction): Promise<Operator[]> {
  const all = { include: { login: true }, orderBy: { emailKey: 'asc' }, take: OPERATORS_MAX } as const
  const rows = await runTranslated(db.operator.findMany(all))
  return rows.map(({ emailKey, addedAt, login }) => ({
    accountId: asAccountId(expectUuid(login.accountId)),
    email: emailKey,
    addedAt,
  }))
}
