import { systemClock, uuidv7 } from '@mtg/primitives'
import { type AppliedFields, appliedFields, appliedHash, isFieldChanged, isSameEntry, type Sealer } from '@mtg/runtime'
import type { AppEntry, ApplyOutcome, PublisherEntry } from '../../domain/catalogue.ts'
import {
  findAppliedAppHash,
  findPublisher,
  notePublisherFields,
  type StoredPublisher,
  saveApp,
  savePublisher,
} from '../../store/catalogue.ts'
import type { Transaction } from '../../store/prisma.ts'

/** What publishers' keys and the digests of their entries are kept with. */
export interface PublisherSecrets {
  readonly sealer: Sealer
  readonly hashKey: Buffer
}

/** Applies a publisher and its apps. A suspension that was made since stays, and so does the end of a payout account. */
export async function applyPublisher(
  tx: Transaction,
  secrets: PublisherSecrets,
  entry: PublisherEntry,
): Promise<ApplyOutcome> {
  const { username, suspended, payoutConnected, apiKey, apps } = entry
  const own = { username, suspended, payoutConnected, apiKey }
  const hash = appliedHash(secrets.hashKey, own)
  const fields = appliedFields(secrets.hashKey, own)
  const known = await findPublisher(tx, username)
  const id = known?.id ?? uuidv7(systemClock.nowMs())
  const next = nextOf(known, fields, entry)
  const isNew = !isSameEntry(known?.appliedHash, hash)
  if (isNew) {
    const isKeyNew = isFieldChanged(known?.appliedFields, fields, 'apiKey')
    const apiKeySealed = isKeyNew ? sealedKey(secrets.sealer, apiKey, id) : undefined
    await savePublisher(tx, { id, username, ...next, apiKeySealed, appliedHash: hash, appliedFields: fields })
  } else if (known?.appliedFields === null) {
    await notePublisherFields(tx, id, fields)
  }
  let changedCount = isNew ? 1 : 0
  for (const app of apps) changedCount += (await applyApp(tx, secrets.hashKey, id, app)) ? 1 : 0
  return { changedCount, keptBack: isNew ? keptBackOf(next, entry) : [] }
}

function sealedKey(sealer: Sealer, apiKey: string, publisherId: string): Uint8Array<ArrayBuffer> | null {
  return apiKey === '' ? null : new Uint8Array(sealer.seal(apiKey, publisherId))
}

type PublisherState = Pick<PublisherEntry, 'suspended' | 'payoutConnected'>

/** What the file's author changed, as far as it resumes nothing and connects nothing that was disconnected since. */
function nextOf(known: StoredPublisher | undefined, fields: AppliedFields, wanted: PublisherState): PublisherState {
  if (known === undefined) return { suspended: wanted.suspended, payoutConnected: wanted.payoutConnected }
  const isChanged = (field: keyof PublisherState) => isFieldChanged(known.appliedFields, fields, field)
  const mayConnect = known.appliedFields !== null && isChanged('payoutConnected')
  return {
    suspended: known.suspended || (wanted.suspended && isChanged('suspended')),
    payoutConnected: wanted.payoutConnected
      ? known.payoutConnected || mayConnect
      : known.payoutConnected && !isChanged('payoutConnected'),
  }
}

function keptBackOf(next: PublisherState, { username, suspended, payoutConnected }: PublisherEntry): string[] {
  return [
    ...(next.suspended && !suspended
      ? [`publisher ${username} stays suspended: mtg resume publisher ${username} ends that`]
      : []),
    ...(!next.payoutConnected && payoutConnected
      ? [`publisher ${username} stays without payout account: mtg payout connect ${username} ACCOUNT connects one`]
      : []),
  ]
}

async function applyApp(tx: Transaction, hashKey: Buffer, publisherId: string, entry: AppEntry): Promise<boolean> {
  const hash = appliedHash(hashKey, entry.asSent)
  if (isSameEntry(await findAppliedAppHash(tx, publisherId, entry.name), hash)) return false
  await saveApp(tx, publisherId, entry, hash)
  return true
}
