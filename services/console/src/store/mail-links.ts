import type { Queryable } from '@mtg/postgres'

/** What a link proves its reader may do. */
export type LinkPurpose = 'verify' | 'reset'

const INSERT = {
  name: 'insert-mail-link',
  text: `
    INSERT INTO mail_links (token_hash, purpose, email, expires_at)
    VALUES ($1, $2, $3, now() + make_interval(secs => $4))`,
}

const CONSUME = {
  name: 'consume-mail-link',
  text: `
    UPDATE mail_links SET used_at = now()
    WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now() RETURNING email`,
}

// Who could not be served for another reason (a password that is too short, a service away) may follow the link once more.
const GIVE_BACK = { name: 'give-back-mail-link', text: 'UPDATE mail_links SET used_at = NULL WHERE token_hash = $1' }

const END_RESETS = {
  name: 'end-reset-links',
  text: "UPDATE mail_links SET used_at = now() WHERE purpose = 'reset' AND email = $1 AND used_at IS NULL",
}

/** A link to keep. */
export interface NewLink {
  readonly tokenHash: Buffer
  readonly purpose: LinkPurpose
  readonly email: string
}

/** Keeps a link. */
export async function insertLink(db: Queryable, link: NewLink, lifetimeSeconds: number): Promise<void> {
  await db.query(INSERT, [link.tokenHash, link.purpose, link.email, lifetimeSeconds])
}

/** Uses a link up and answers the address it was sent to; undefined when it is unknown, used or too old. */
export async function consumeLink(db: Queryable, tokenHash: Buffer, purpose: LinkPurpose): Promise<string | undefined> {
  const [row] = await db.query<{ email: string }>(CONSUME, [tokenHash, purpose])
  return row?.email
}

/** Takes back that a link was used. */
export async function giveBackLink(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.query(GIVE_BACK, [tokenHash])
}

/** Ends every other link that could reset the password of an address. */
export async function endResetLinks(db: Queryable, email: string): Promise<void> {
  await db.query(END_RESETS, [email])
}
