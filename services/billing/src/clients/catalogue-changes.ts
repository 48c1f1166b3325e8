import {
  changeTold,
  type FactsChange,
  type Invalidation,
  type NatsLink,
  publishInvalidation,
  subscribeInvalidations,
} from '@mtg/events'

/** Changes of what calls go by: heard from other processes, and told to them. */
export interface CatalogueChanges {
  /** What a publisher offers changed, or what any does. */
  readonly announce: (username?: string) => void
  /** A purchase of a buyer changed. */
  readonly announcePurchase: (buyerId: string) => void
  /** What keys of a buyer may call changed. */
  readonly announceKeyLimits: (buyerId: string) => void
  readonly close: () => void
}

/** What to do at every change, wherever it was made, and whenever some may have been missed. */
export interface OnChange {
  readonly catalogue: (change: FactsChange) => void
  readonly purchases: (change: FactsChange) => void
  readonly keyLimits: (change: FactsChange) => void
}

/** Follows changes of the catalogue, of purchases and of limits of keys. */
export function followCatalogue(nats: NatsLink, prefix: string, on: OnChange): CatalogueChanges {
  function hear({ kind, id }: Invalidation): void {
    if (kind === 'catalogue') on.catalogue(changeTold({ kind, id }))
    else if (kind === 'purchases') on.purchases(changeTold({ kind, id }))
    else if (kind === 'key_limits') on.keyLimits(changeTold({ kind, id }))
  }
  function tell(invalidation: Invalidation): void {
    hear(invalidation)
    publishInvalidation(nats, prefix, invalidation)
  }
  const onGap = () => {
    on.catalogue('everything')
    on.purchases('everything')
    on.keyLimits('everything')
  }
  const subscription = subscribeInvalidations(nats, prefix, hear, onGap)
  return {
    announce: (username = '') => tell({ kind: 'catalogue', id: username }),
    announcePurchase: buyerId => tell({ kind: 'purchases', id: buyerId }),
    announceKeyLimits: buyerId => tell({ kind: 'key_limits', id: buyerId }),
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
