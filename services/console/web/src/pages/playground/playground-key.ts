import { api, ask } from '../../api/client.ts'

/** What the page may spend with one key, whatever happens. */
export const KEY_TOTAL = '1.00'
const LIFETIME_MS = 3_600_000
const RENEWED_BEFORE_MS = 60_000

interface PageKey {
  readonly id: string
  readonly text: string
  readonly endsAtMs: number
}

// In memory alone: it is gone with the page, and useless after an hour.
let held: Promise<PageKey> | undefined

/** The key of this page; made when it is needed first, and again when it ends. */
export async function playgroundKey(): Promise<string> {
  const known = await held?.catch(() => undefined)
  if (known === undefined || known.endsAtMs - RENEWED_BEFORE_MS < Date.now()) held = makeKey()
  const { text } = await (held ?? makeKey())
  return text
}

/** Revokes it: the next call makes another one. */
export async function endPlaygroundKey(): Promise<void> {
  const known = await held?.catch(() => undefined)
  held = undefined
  if (known !== undefined) await ask(api.DELETE('/api/v1/keys/{id}', { params: { path: { id: known.id } } }))
}

async function makeKey(): Promise<PageKey> {
  const endsAtMs = Date.now() + LIFETIME_MS
  const limits = { total: KEY_TOTAL, expiresAt: new Date(endsAtMs).toISOString() }
  const { id, key } = await ask(api.POST('/api/v1/keys', { body: { name: newName(), limits } }))
  addEventListener('pagehide', () => void revokeWhileLeaving(id), { once: true })
  return { id, text: key, endsAtMs }
}

/** Names are an account's own, one each; this one tells when it was. */
function newName(): string {
  const [random = 0] = crypto.getRandomValues(new Uint16Array(1))
  return `Playground ${new Date().toISOString().slice(11, 19)} ${random.toString(16).padStart(4, '0')}`
}

/** The page is going: a request that outlives it, whose answer nobody waits for. */
async function revokeWhileLeaving(id: string): Promise<void> {
  await fetch(`/api/v1/keys/${id}`, { method: 'DELETE', keepalive: true }).catch(() => undefined)
}
