import type { Logger } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import type { Closable, Sealer } from '@mtg/runtime'
import { type CryptoKey, importPKCS8 } from 'jose'
import { oauthError } from '../../domain/oauth-error.ts'
import {
  currentKey,
  type KeyState,
  type PublicSigningKey,
  publishedKeys,
  stateOf,
} from '../../domain/signing-key-schedule.ts'
import type { SigningKeyRow, StoredKeys } from '../../store/signing-keys.ts'
import type { KeyPair } from './key-pair.ts'
import {
  adoptSigningKey,
  ensureSigningKeys,
  type RotationDeps,
  replaceCompromisedKey,
  rotateSigningKey,
  rotateWhenDue,
} from './rotation.ts'

/** A key that signs. */
export interface Signer {
  readonly kid: string
  readonly key: CryptoKey
}

/** A key as operators see it. Times are milliseconds since 1970 on the database's clock. */
export interface KeyDescription {
  readonly kid: string
  readonly state: KeyState
  readonly createdAtMs: number
  readonly activatesAtMs: number | undefined
  readonly expiresAtMs: number | undefined
}

/** The signing keys of this process. */
export interface Keyring extends Closable {
  /** The key that signs now; `server_error` when there is none. */
  signer(): Signer
  /** What the JWKS shows; `not_found` when signing is not configured. */
  published(): PublicSigningKey[]
  list(): Promise<KeyDescription[]>
  /** Rotates, and answers with the keys after it. */
  rotate(options: { readonly compromised: boolean }): Promise<KeyDescription[]>
  /** Rejects while no key can sign. */
  check(): Promise<void>
}

/** What the keyring needs. */
export interface KeyringOptions extends RotationDeps {
  readonly clock: Clock
  readonly log: Logger
  readonly refreshMs: number
  /** A key from outside, to be adopted. */
  readonly given: KeyPair | undefined
}

/** A key in memory; its times are on this process's monotonic clock. */
interface HeldKey {
  readonly public: PublicSigningKey
  readonly private: CryptoKey
  readonly activatesAtMs: number | undefined
  readonly expiresAtMs: number | undefined
}

const FIRST_RETRY_MS = 250

/** Opens the keyring: makes keys where there are none, and follows what other replicas change. */
export function openKeyring(options: KeyringOptions): Keyring {
  const { clock, log } = options
  let held: readonly HeldKey[] = []
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let signingKid: string | undefined
  let adopted = options.given === undefined
  const privateKeys = new Map<string, CryptoKey>()

  async function hold(stored: StoredKeys): Promise<void> {
    // Only the distance between the two clocks matters, so a wrong wall clock does no harm.
    const offsetMs = clock.monotonicMs() - stored.nowMs
    held = await Promise.all(stored.keys.map(row => holdKey(row, offsetMs, options, privateKeys)))
    const kid = currentKey(held, clock.monotonicMs())?.public.kid
    if (kid !== signingKid) log.info({ kid }, 'this key signs from now on')
    signingKid = kid
  }

  async function refresh(): Promise<void> {
    if (!adopted && options.given !== undefined) {
      await adoptSigningKey(options, options.given)
      adopted = true
    }
    await hold(await rotateWhenDue(options, await ensureSigningKeys(options)))
  }

  async function keepFresh(): Promise<void> {
    await refresh().catch((err: unknown) => log.error({ err }, 'signing keys could not be loaded'))
    if (closed) return
    const pauseMs = held.length === 0 ? Math.min(FIRST_RETRY_MS, options.refreshMs) : options.refreshMs
    timer = setTimeout(() => {
      refreshing = keepFresh()
    }, pauseMs).unref()
  }
  let refreshing = keepFresh()

  const changed = async (change: Promise<StoredKeys>) => {
    const stored = await change
    await hold(stored)
    return describe(stored)
  }

  const signer = (): Signer => {
    const current = currentKey(held, clock.monotonicMs())
    if (current === undefined) throw oauthError('server_error', { detail: { reason: 'no signing key is loaded' } })
    return { kid: current.public.kid, key: current.private }
  }

  return {
    signer,
    published() {
      const keys = publishedKeys(held, clock.monotonicMs())
      if (keys.length === 0) throw oauthError('server_error', { detail: { reason: 'no signing key is loaded' } })
      return keys.map(key => key.public)
    },
    list: async () => describe(await ensureSigningKeys(options)),
    rotate: ({ compromised }) => changed(compromised ? replaceCompromisedKey(options) : rotateSigningKey(options)),
    async check() {
      await refreshing
      signer()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await refreshing
    },
  }
}

async function holdKey(
  row: SigningKeyRow,
  offsetMs: number,
  { sealer }: RotationDeps,
  privateKeys: Map<string, CryptoKey>,
): Promise<HeldKey> {
  const { kid, activatesAtMs, expiresAtMs } = row
  const known = privateKeys.get(kid) ?? (await importPKCS8(openPrivate(row, sealer), 'RS256'))
  privateKeys.set(kid, known)
  return {
    public: { kty: 'RSA', use: 'sig', alg: 'RS256', kid, n: row.publicJwk.n, e: row.publicJwk.e },
    private: known,
    activatesAtMs: activatesAtMs === undefined ? undefined : activatesAtMs + offsetMs,
    expiresAtMs: expiresAtMs === undefined ? undefined : expiresAtMs + offsetMs,
  }
}

function openPrivate({ kid, sealedPrivate }: SigningKeyRow, sealer: Sealer): string {
  try {
    return sealer.open(sealedPrivate, kid)
  } catch (cause) {
    const remedy =
      'Start again with the ENCRYPTION_KEY that it was sealed with; if that is lost, delete the rows of signing_keys: new keys are made, and clients fetch new tokens.'
    throw new Error(`The signing key ${kid} cannot be opened: ${String(cause)}. ${remedy}`, { cause })
  }
}

function describe({ keys, nowMs }: StoredKeys): KeyDescription[] {
  return keys.map(key => {
    const { kid, createdAtMs, activatesAtMs, expiresAtMs } = key
    return { kid, state: stateOf(key, keys, nowMs), createdAtMs, activatesAtMs, expiresAtMs }
  })
}
