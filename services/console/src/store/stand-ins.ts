import type { Queryable } from '@mtg/postgres'
import type { StandIn } from '../domain/stand-in.ts'

const FIND = {
  name: 'find-stand-in',
  text: 'SELECT shown_email AS "shownEmail", login_email AS "loginEmail" FROM stand_ins WHERE email_key = $1',
}

/** The stand-in for whoever has signed up first with an address that was taken. */
export async function findStandIn(db: Queryable, emailKey: string): Promise<StandIn | undefined> {
  return (await db.query<StandIn & Record<string, unknown>>(FIND, [emailKey]))[0]
}

const INSERT = {
  name: 'insert-stand-in',
  text: `
    INSERT INTO stand_ins (email_key, shown_email, login_email) VALUES ($1, $2, $3)
    ON CONFLICT (email_key) DO NOTHING`,
}

/** Keeps a stand-in, unless there is one for the address. */
export async function insertStandIn(db: Queryable, emailKey: string, standIn: StandIn): Promise<void> {
  await db.query(INSERT, [emailKey, standIn.shownEmail, standIn.loginEmail])
}
