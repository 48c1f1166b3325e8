import type { Database } from '@mtg/postgres'
import type { BuyerId, GrantId, KeyId } from '@mtg/primitives'

/** What identifies a caller in the database: the digest of an API key, or the key id of an access token. */
export type PrincipalLookup = { readonly digest: Buffer } | TokenLookup

/** What an access token names. */
interface TokenLookup {
  readonly keyId: KeyId
  readonly buyerId: BuyerId
  /** The grant it was issued under, if any. */
  readonly grantId: GrantId | undefined
}

/** What is known of a credential. */
export interface PrincipalRow {
  readonly keyId: KeyId
  /** Of a key whose buyer is gone: undefined. */
  readonly buyerId: BuyerId | undefined
  readonly scope: string
  readonly revoked: boolean
  /** When the key expires; undefined: never. */
  readonly expiresAtMs: number | undefined
  /** Keys above it, the topmost first. */
  readonly ancestorIds: readonly KeyId[]
  /** Whether the grant that an access token was issued under has ended. */
  readonly grantEnded: boolean
  /** Undefined when the buyer is gone. */
  readonly buyerSuspended: boolean | undefined
  /** Of the publisher that the buyer's account owns; empty: none. */
  readonly publisherUsername: string
  /** Whether the key asks for digests in usage records. */
  readonly wantsDigests: boolean
}

interface Row {
  position: number
  key_id: KeyId | null
  buyer_id: BuyerId | null
  scope: string | null
  revoked: boolean | null
  expires_at: Date | null
  ancestor_ids: KeyId[] | null
  suspended: boolean | null
  grant_ended: boolean
  publisher_username: string | null
  wants_digests: boolean | null
}

// One statement for a whole batch: keys by digest, and keys and buyers by id for access tokens. The planner takes a list of which it
// does not know the length for ten rows, and would plan each shorter one anew and read all buyers; a range makes it one row for all.
const FIND = {
  name: 'find-principals',
  text: `
    SELECT wanted.position::int, key.id AS key_id, buyer.id AS buyer_id, key.scope,
           key.revoked_at IS NOT NULL AS revoked, key.expires_at, key.ancestor_ids, buyer.suspended, ended.grant_id IS NOT NULL AS grant_ended,
           owner.username AS publisher_username, key.wants_digests
    FROM unnest($1::bytea[], $2::uuid[], $3::uuid[], $4::uuid[]) WITH ORDINALITY
      AS wanted (digest, key_id, buyer_id, grant_id, position)
    LEFT JOIN api_keys AS key ON key.digest = wanted.digest OR key.id = wanted.key_id
    LEFT JOIN buyers AS buyer ON buyer.id = coalesce(key.buyer_id, wanted.buyer_id)
    LEFT JOIN publisher_owners AS owner ON owner.email_key = buyer.email_key
    LEFT JOIN ended_grants AS ended ON ended.grant_id = wanted.grant_id
    WHERE wanted.position BETWEEN 1 AND 1000000
    ORDER BY wanted.position`,
}

/** Looks up a batch of credentials; undefined where neither key nor buyer is known. */
export async function findPrincipals(db: Database, lookups: PrincipalLookup[]): Promise<(PrincipalRow | undefined)[]> {
  const digests = lookups.map(lookup => ('digest' in lookup ? lookup.digest : null))
  const keyIds = lookups.map(lookup => ('keyId' in lookup ? lookup.keyId : null))
  const buyerIds = lookups.map(lookup => ('buyerId' in lookup ? lookup.buyerId : null))
  const grantIds = lookups.map(lookup => ('keyId' in lookup ? (lookup.grantId ?? null) : null))
  const rows = await db.query<Row>(FIND, [digests, keyIds, buyerIds, grantIds])
  return lookups.map((lookup, index) => toPrincipal(lookup, rows[index]))
}

function toPrincipal(lookup: PrincipalLookup, row: Row | undefined): PrincipalRow | undefined {
  const keyId = 'keyId' in lookup ? lookup.keyId : row?.key_id
  if (row === undefined || keyId === undefined || keyId === null) return undefined
  return {
    keyId,
    buyerId: 'buyerId' in lookup ? lookup.buyerId : (row.buyer_id ?? undefined),
    scope: row.scope ?? '',
    // A token whose key was deleted is as dead as one whose key was revoked.
    revoked: row.revoked === true || row.key_id === null,
    expiresAtMs: row.expires_at?.getTime(),
    ancestorIds: row.ancestor_ids ?? [],
    grantEnded: row.grant_ended,
    buyerSuspended: row.buyer_id === null ? undefined : row.suspended === true,
    publisherUsername: row.publisher_username ?? '',
    wantsDigests: row.wants_digests === true,
  }
}
