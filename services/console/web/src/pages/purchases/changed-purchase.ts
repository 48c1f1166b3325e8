import type { Purchase } from '../../api/queries.ts'

/** Says that a purchase is not any more what a dialog was opened for. */
export function changedPurchase({ app, tier, status }: Purchase): string {
  return `${app} was changed since you opened this: it is ${status} in the ${tier} tier now. Nothing was done.`
}
