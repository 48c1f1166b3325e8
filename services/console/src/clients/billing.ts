import { createHealthClient } from '@mtg/rpc'
import type { ServiceOptions } from './auth.ts'
import { type Catalogue, openCatalogue } from './catalogue.ts'
import { openPublisherMoney, type PublisherMoney } from './earnings.ts'
import { type LimitsOfKeys, openKeyLimits } from './key-limits.ts'
import { type OwnApps, openOwnApps } from './own-apps.ts'
import { openPurchases, type Purchases } from './purchases.ts'
import { openReservations, type Reservations } from './reservations.ts'
import { openStatements, type Statements } from './statements.ts'
import { openWallets, type Wallets } from './wallets.ts'

/** What billing knows of a buyer, and what everybody may see. */
export interface Billing {
  readonly wallets: Wallets
  readonly purchases: Purchases
  readonly reservations: Reservations
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
  const wallets = openWallets(options)
  const purchases = openPurchases(options)
  const reservations = openReservations(options)
  const keyLimits = openKeyLimits(options)
  const catalogue = openCatalogue(options)
  const ownApps = openOwnApps(options)
  const publisherMoney = openPublisherMoney(options)
  const statements = openStatements(options)
  const health = createHealthClient(options)
  return {
    wallets,
    purchases,
    reservations,
    keyLimits,
    catalogue,
    ownApps,
    publisherMoney,
    statements,
    async check() {
      if (!(await health.isServing('', CHECK_TIMEOUT_MS))) throw new Error('billing is not serving')
    },
    close() {
      for (const client of [
        wallets,
        purchases,
        reservations,
        keyLimits,
        catalogue,
        ownApps,
        publisherMoney,
        statements,
        health,
      ]) {
        client.close()
      }
    },
  }
}
