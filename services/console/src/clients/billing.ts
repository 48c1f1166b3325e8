import { createHealthClient } from '@mtg/rpc'
import type { ServiceOptions } from './auth.ts'
import { type Catalogue, openCatalogue } from './catalogue.ts'
import { openPublisherMoney, type PublisherMoney } from './earnings.ts'
import { type LimitsOfKeys, openKeyLimits } from './key-limits.ts'
import { type OwnApps, openOwnApps } from './own-apps.ts'
import { openPurchases, type Purchases } from './purchases.ts'
import { openQuotes, type Quotes } from './quotes.ts'
import { openReservations, type Reservations } from './reservations.ts'
import { openStatements, type Statements } from './statements.ts'
import { openWallets, type Wallets } from './wallets.ts'

/** What billing knows of a buyer, and what everybody may see. */
export interface Billing {
  readonly wallets: Wallets
  readonly purchases: Purchases
  readonly reservations: Reservations
  readonly quotes: Quotes
  readonly keyLimits: LimitsOfKeys
  readonly catalogue: Catalogue
  readonly ownApps: OwnApps
  readonly publisherMoney: PublisherMoney
  readonly statements: Statements
  /** Rejects while billing cannot answer. */
  check(): Promise<void>
  close(): void
}

const CHECK_TIMEOUT_MS = 400

/** Opens the connection to billing. */
export function openBilling(options: ServiceOptions): Billing {
  const clients = {
    wallets: openWallets(options),
    purchases: openPurchases(options),
    reservations: openReservations(options),
    quotes: openQuotes(options),
    keyLimits: openKeyLimits(options),
    catalogue: openCatalogue(options),
    ownApps: openOwnApps(options),
    publisherMoney: openPublisherMoney(options),
    statements: openStatements(options),
  }
  const health = createHealthClient(options)
  return {
    ...clients,
    async check() {
      if (!(await health.isServing('', CHECK_TIMEOUT_MS))) throw new Error('billing is not serving')
    },
    close() {
      for (const client of [...Object.values(clients), health]) client.close()
    },
  }
}
