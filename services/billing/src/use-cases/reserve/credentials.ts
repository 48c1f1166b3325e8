import type { PublisherId } from '@mtg/primitives'
import type { Sealer } from '@mtg/runtime'

/**
 * Opens what the gateway presents to publishers. Calls that share what is remembered of a target bring the very same bytes,
 * which are deciphered for the first of them only.
 */
export function createCredentialOpener(sealer: Sealer): (sealed: Uint8Array, publisherId: PublisherId) => string {
  const opened = new WeakMap<Uint8Array, string>()
  return (sealed, publisherId) => {
    const known = opened.get(sealed)
    if (known !== undefined) return known
    const credential = sealer.open(sealed, publisherId)
    opened.set(sealed, credential)
    return credential
  }
}
