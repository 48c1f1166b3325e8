import { type billing, type metering, services } from '@mtg/contracts'
import type { InstanceState } from '@mtg/launcher'
import { formatMicros } from '@mtg/marketplace'
import { createClient } from '@mtg/rpc'

/** A wallet as `mtg wallet` shows it: decimal strings. */
interface WalletView {
  currency: string
  balance: string
  held: string
  available: string
}

/** Looks into a running gateway over gRPC, as operators do. */
export interface Inspector {
  buyerId(email: string): Promise<string>
  wallet(email: string): Promise<WalletView>
  /** Usage records of a buyer, newest first. */
  usage(email: string, app?: string): Promise<metering.UsageRecord__Output[]>
  /** Ids of every call that a buyer has a usage record of. */
  usageCallIds(email: string): Promise<string[]>
  /** The reservation that a call made. */
  reservation(callId: string): Promise<billing.GetReservationResponse__Output>
  /** Throws an error that names every money invariant that is broken. */
  verifyLedger(): Promise<void>
  /** Compares captured calls with usage records and repairs what is missing. */
  reconcile(): Promise<billing.ReconcileResponse__Output>
  /** Closes the connections. */
  close(): void
}

const limits = { timeoutMs: 10_000 }
// To prove the books of ten million calls takes minutes.
const slowLimits = { timeoutMs: 600_000 }
const USAGE_RECORDS_MAX = 500

/** An inspector of the gateway at these addresses. */
export function createInspector(grpc: InstanceState['grpc'], token: string): Inspector {
  const accounts = createClient(services.auth.AccountService, { address: grpc.auth, token })
  const wallets = createClient(services.billing.WalletService, { address: grpc.billing, token })
  const ledger = createClient(services.billing.LedgerService, { address: grpc.billing, token })
  const reservations = createClient(services.billing.ReservationService, { address: grpc.billing, token })
  const usage = createClient(services.metering.UsageService, { address: grpc.metering, token })

  const buyerId = async (email: string) => (await accounts.GetBuyer({ email }, limits)).buyerId
  return {
    buyerId,
    wallet: async email => viewOf(await wallets.GetWallet({ buyerId: await buyerId(email) }, limits)),
    async usage(email, app = '') {
      const request = { buyerId: await buyerId(email), app, pageSize: USAGE_RECORDS_MAX }
      return (await usage.ListUsage(request, limits)).records
    },
    async usageCallIds(email) {
      const id = await buyerId(email)
      const callIds: string[] = []
      let pageToken = ''
      do {
        const page = await usage.ListUsage({ buyerId: id, pageSize: USAGE_RECORDS_MAX, pageToken }, limits)
        callIds.push(...page.records.map(record => record.callId))
        pageToken = page.nextPageToken
      } while (pageToken !== '')
      return callIds
    },
    reservation: callId => reservations.GetReservation({ callId }, limits),
    verifyLedger: async () => assertSound(await ledger.VerifyLedger({}, slowLimits)),
    reconcile: () => ledger.Reconcile({}, slowLimits),
    close() {
      for (const client of [accounts, wallets, ledger, reservations, usage]) client.close()
    },
  }
}

function viewOf(wallet: billing.GetWalletResponse__Output): WalletView {
  return {
    currency: wallet.currency,
    balance: formatMicros(BigInt(wallet.balanceMicros)),
    held: formatMicros(BigInt(wallet.heldMicros)),
    available: formatMicros(BigInt(wallet.availableMicros)),
  }
}

function assertSound({ checks }: billing.VerifyLedgerResponse__Output): void {
  if (checks.length === 0) throw new Error('the ledger was not checked at all')
  const broken = checks.filter(check => check.breachCount !== '0')
  if (broken.length === 0) return
  throw new Error(broken.map(({ name, breaches }) => `${name}:\n  ${breaches.join('\n  ')}`).join('\n'))
}
