import { type NatsLink, publishInvalidation, subscribeInvalidations } from '@mtg/events'

/** Changes of the catalogue: heard from other processes, and told to them. */
export interface CatalogueChanges {
  readonly announce: () => void
  readonly close: () => void
}

/** Calls `onChange` for every change, wherever it was made, and whenever some may have been missed. */
export function followCatalogue(nats: NatsLink, prefix: string, onChange: () => void): CatalogueChanges {
  const subscription = subscribeInvalidations(nats, prefix, onChange, onChange)
  return {
    announce() {
      onChange()
      publishInvalidation(nats, prefix, { kind: 'catalogue', id: '' })
    },
    close: () => subscription.close(),
  }
}
