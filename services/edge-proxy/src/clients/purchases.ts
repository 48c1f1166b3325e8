import { services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'

/** What the buyer has bought, as the edge needs to know it. */
export interface PurchasesClient {
  /** Whether the buyer has, or ever had, a purchase of the app ("publisher/app"). */
  hasPurchase(buyerId: string, app: string): Promise<boolean>
  close(): void
}

const PAGE_SIZE = 500

/** Connects to billing's purchases. */
export function createPurchasesClient(options: { address: string; token: string; timeoutMs: number }): PurchasesClient {
  const client = createClient(services.billing.PurchaseService, options)
  const limits = { timeoutMs: options.timeoutMs, asksElsewhere: true }
  return {
    async hasPurchase(buyerId, app) {
      let pageToken = ''
      do {
        const request = { buyerId, pageSize: PAGE_SIZE, pageToken }
        const page = await client.ListPurchases(request, limits)
        if (page.purchases.some(purchase => purchase.app === app)) return true
        pageToken = page.nextPageToken
      } while (pageToken !== '')
      return false
    },
    close: () => client.close(),
  }
}
