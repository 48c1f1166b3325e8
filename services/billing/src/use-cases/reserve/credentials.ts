import type { Sealer } from '@mtg/runtime'

/** Opens what the gateway presents to publishers, once for each time that it was read from the database. */
export function createCredentialOpener(sealer: Sealer): (sealed: Uint8Array, publisherId: string) => string {
  const opened = new WeakMap<Uint8Array, string>()
  return (sealed, publisherId) => {
    const known = opened.get(sealed)
    if (known !== undefined) return known
    const credential = sealer.open(sealed, publisherId)
    opened.set(sealed, credential)
    return credential
  }
}
