import { services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import type { Constellation } from '@mtg/testing'

const LIMITS = { timeoutMs: 10_000 }

/** Somebody who has a purchase deactivated and activated again, so often a second, until it is stopped. */
export async function changePurchases(
  gateway: Constellation,
  email: string,
  perSecond: number,
): Promise<() => Promise<void>> {
  const purchases = createClient(services.billing.PurchaseService, {
    address: gateway.grpc.billing,
    token: gateway.secretOf('operator'),
  })
  const buyerId = await gateway.buyerId(email)
  const { purchases: own } = await purchases.ListPurchases({ buyerId }, LIMITS)
  const purchase = { buyerId, purchaseId: own[0]?.purchaseId ?? '' }
  let isActive = true
  let under: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    under = under.then(() => purchases[isActive ? 'DeactivatePurchase' : 'ActivatePurchase'](purchase, LIMITS))
    isActive = !isActive
  }, 1_000 / perSecond)
  return async () => {
    clearInterval(timer)
    await under
    purchases.close()
  }
}
