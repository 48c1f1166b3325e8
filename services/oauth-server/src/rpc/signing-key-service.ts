import { type oauth, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import { implement, toTimestamp } from '@mtg/rpc'
import { OauthError } from '../domain/oauth-error.ts'
import type { KeyState } from '../domain/signing-key-schedule.ts'
import type { KeyDescription, Keyring } from '../use-cases/signing/keyring.ts'

const STATES: Readonly<Record<KeyState, oauth.SigningKeyState>> = {
  next: 'SIGNING_KEY_STATE_NEXT',
  current: 'SIGNING_KEY_STATE_CURRENT',
  retiring: 'SIGNING_KEY_STATE_RETIRING',
}

/** SigningKeyService: the keys behind the tokens. */
export function signingKeyService(keyring: Keyring) {
  return implement(services.oauth.SigningKeyService, {
    ListSigningKeys: async () => ({ signingKeys: (await keyring.list()).map(toMessage) }),
    RotateSigningKey: async ({ compromised }) => {
      const keys = await keyring.rotate({ compromised }).catch((thrown: unknown) => {
        throw thrown instanceof OauthError ? appError('internal_error', { cause: thrown }) : thrown
      })
      return { signingKeys: keys.map(toMessage), takesEffectAt: takesEffectAt(keys) }
    },
  })
}

/** When the key of the rotation signs: the latest decision there is. */
function takesEffectAt(keys: readonly KeyDescription[]) {
  const decided = keys.map(key => key.activatesAtMs).filter(atMs => atMs !== undefined)
  return decided.length === 0 ? null : toTimestamp(Math.max(...decided))
}

function toMessage({ kid, state, createdAtMs, activatesAtMs, expiresAtMs }: KeyDescription): oauth.SigningKey {
  return {
    kid,
    state: STATES[state],
    createdAt: toTimestamp(createdAtMs),
    activatesAt: activatesAtMs === undefined ? null : toTimestamp(activatesAtMs),
    expiresAt: expiresAtMs === undefined ? null : toTimestamp(expiresAtMs),
  }
}
