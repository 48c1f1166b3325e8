import { type Invalidation, type NatsLink, publishInvalidation, subscribeInvalidations } from '@mtg/events'

/** Changes of what calls go by: heard from other processes, and told to them. */
export interface CatalogueChanges {
  /** The catalogue or a purchase changed. */
  readonly announce: () => void
  /** What a key may call changed. */
  readonly announceKeyLimits: () => void
  readonly close: () => void
}

/** What to do at every change, wherever it was made, and whenever some may have been missed. */
export interface OnChange {
  readonly catalogue: () => void
  readonly keyLimits: () => void
}

/** Follows changes of the catalogue, of purchases and of limits of keys. */
export function followCatalogue(nats: NatsLink, prefix: string, on: OnChange): CatalogueChanges {
  const onInvalidation = ({ kind }: Invalidation) => {
    if (kind === 'catalogue') on.catalogue()
    else if (kind === 'key_limits') on.keyLimits()
  }
  const onGap = () => {
    on.catalogue()
    on.keyLimits()
  }
  const subscription = subscribeInvalidations(nats, prefix, onInvalidation, onGap)
  return {
    announce() {
      on.catalogue()
      publishInvalidation(nats, prefix, { kind: 'catalogue', id: '' })
    },
    announceKeyLimits() {
      on.keyLimits()
      publishInvalidation(nats, prefix, { kind: 'key_limits', id: '' })
    },
    close: () => subscription.close(),
  }
}

/** How long what is remembered is believed. */
export interface BelievedFor {
  readonly CATALOGUE_CACHE_MS: number
  readonly CATALOGUE_CACHE_WITHOUT_NATS_MS: number
}

/** How long facts that let a call pass are believed at this moment: longer while changes are told. */
export function believedMs(nats: NatsLink, times: BelievedFor): () => number {
  const { CATALOGUE_CACHE_MS: whileToldMs, CATALOGUE_CACHE_WITHOUT_NATS_MS: otherwiseMs } = times
  return () => (nats.isConnected() ? whileToldMs : Math.min(whileToldMs, otherwiseMs))
}
