/** What a purchase is of. */
export type Tier = 'free' | 'paid'

/** States of a purchase. */
export type PurchaseStatus = 'active' | 'inactive' | 'expired' | 'cancelled'
