import type { Logger } from '@mtg/observability'
import type { Clock } from '@mtg/primitives'
import type { Sealer } from '@mtg/runtime'
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
export interface Keyring {
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

/** Where the keys are stored, and how they change. */
export interface KeyringOptions extends RotationDeps {
  readonly clock: Clock
  readonly log: Logger
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

/** Keys in memory as the database has them: made where there are none, and followed when other replicas change them. */
export class StoredKeyring implements Keyring {
  readonly #options: KeyringOptions
  readonly #privateKeys = new Map<string, CryptoKey>()
  #held: readonly HeldKey[] = []
  #signingKid: string | undefined
  #isAdopted: boolean
  #refreshing: Promise<void> | undefined

  constructor(options: KeyringOptions) {
    this.#options = options
    this.#isAdopted = options.given === undefined
  }

  /** Follows the database: takes what has changed there, and changes there what is due. */
  refresh(): Promise<void> {
    this.#refreshing = this.#follow()
    return this.#refreshing
  }

  hasKeys(): boolean {
    return this.#held.length > 0
  }

  signer(): Signer {
    const current = currentKey(this.#held, this.#options.clock.monotonicMs())
    if (current === undefined) throw noKey()
    return { kid: current.public.kid, key: current.private }
  }

  published(): PublicSigningKey[] {
    const keys = publishedKeys(this.#held, this.#options.clock.monotonicMs())
    if (keys.length === 0) throw noKey()
    return keys.map(key => key.public)
  }

  async list(): Promise<KeyDescription[]> {
    return describe(await ensureSigningKeys(this.#options))
  }

  async rotate({ compromised }: { readonly compromised: boolean }): Promise<KeyDescription[]> {
    const stored = await (compromised ? replaceCompromisedKey(this.#options) : rotateSigningKey(this.#options))
    await this.#hold(stored)
    return describe(stored)
  }

  async check(): Promise<void> {
    // Right after the start the keys are on their way.
    await this.#refreshing?.catch(() => {})
    this.signer()
  }

  async #follow(): Promise<void> {
    const { given } = this.#options
    if (!this.#isAdopted && given !== undefined) {
      await adoptSigningKey(this.#options, given)
      this.#isAdopted = true
    }
    await this.#hold(await rotateWhenDue(this.#options, await ensureSigningKeys(this.#options)))
  }

  async #hold(stored: StoredKeys): Promise<void> {
    const { clock, log } = this.#options
    // Only the distance between the two clocks matters, so a wrong wall clock does no harm.
    const offsetMs = clock.monotonicMs() - stored.nowMs
    this.#held = await Promise.all(
      stored.keys.map(row => holdKey(row, offsetMs, this.#options.sealer, this.#privateKeys)),
    )
    const kid = currentKey(this.#held, clock.monotonicMs())?.public.kid
    if (kid !== this.#signingKid) log.info({ kid }, 'this key signs from now on')
    this.#signingKid = kid
  }
}

function noKey(): Error {
  return oauthError('server_error', { detail: { reason: 'no signing key is loaded' } })
}

async function holdKey(
  row: SigningKeyRow,
  offsetMs: number,
  sealer: Sealer,
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
